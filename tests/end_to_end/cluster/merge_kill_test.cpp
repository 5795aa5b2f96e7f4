// palio merge is killed at random moments; what it stored is whole parts, and the same command goes on.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include "storage/read/campaign_digest.h"
#include "storage/write/result_store.h"
#include "tests/end_to_end/support/program.h"
#include "tests/storage/sample_campaign.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int k_merge_tests = 5;
constexpr int k_kills_of_merges = 10;
constexpr int k_parts = 4;
constexpr std::int64_t k_platforms = 1500;  // of a part

class MergeKillTest : public testing::TestWithParam<int> {
protected:
  void SetUp() override {
    for (int i = 0; i < k_parts; ++i) parts_.push_back(part(i));
    const Clock::time_point start = Clock::now();
    ASSERT_EQ(merge("whole.db").status, 0);
    whole_time_ = std::chrono::duration<double>(Clock::now() - start).count();
    whole_ = digest("whole.db");
    for (const std::string& file : parts_) before_.push_back(bytes(file));
  }

  // In every other test the last fifth of a part is the first of the next one, too: such parts are merged one by one.
  static std::int64_t distance() { return GetParam() % 2 == 0 ? k_platforms * 4 / 5 : k_platforms; }

  // Every tenth scenario failed at first.
  std::string part(int number) {
    std::string file = folder_.file(fmt::format("part-{}.db", number));
    CampaignInfo info{"small", "", "", 5, "small.toml", std::string(test::k_small_study)};
    ResultStore store(file, info, {.shard = number + 1, .shards = k_parts});
    const std::int64_t first = 1 + number * distance();
    std::vector<DimensionRow> platforms;
    for (std::int64_t i = 0; i < k_platforms; ++i) platforms.push_back(test::star(first + i, 7));
    store.add_platforms(platforms);
    store.add_workloads(test::chains(2));
    store.add_strategies(test::fasts(1));
    SessionInfo session = test::session_info();
    session.pid = number;
    session.stored_before = 0;
    store.begin_session(session);
    std::vector<StoredResult> results;
    for (std::int64_t p = 1; p <= k_platforms; ++p)
      for (std::int64_t w = 1; w <= 2; ++w) {
        const ScenarioId id{first + p - 1, w, 1};
        const std::int64_t name = first + p;
        results.push_back(name % 10 == 0 ? test::failed(id, FailureKind::crashed, fmt::format("no {}", name))
                                         : test::completed(id, static_cast<double>(10 * name + w)));
      }
    store.write(results);
    store.end_session("finished");
    store.checkpoint();
    return file;
  }

  std::vector<std::string> arguments(const std::string& all) const {
    std::vector<std::string> typed{"merge", all, "-q"};
    typed.insert(typed.end(), parts_.begin(), parts_.end());
    return typed;
  }
  std::vector<std::string> in_folder() const { return {"env", "-C", folder_.file("")}; }
  test::Finished palio(const std::vector<std::string>& typed) {
    return test::palio(folder_.file(""), typed, in_folder());
  }
  test::Finished merge(const std::string& all) { return palio(arguments(all)); }
  std::string digest(const std::string& name) const { return to_text(digest_campaign(folder_.file(name)).digest); }
  static std::string bytes(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  // False when the merge ended before.
  bool kill_merge(const std::string& all) {
    test::Program program(folder_.file(""), arguments(all), in_folder());
    std::this_thread::sleep_for(
        std::chrono::duration<double>(std::uniform_real_distribution<double>(0, whole_time_)(random_)));
    if (!program.running()) return false;
    program.signal(SIGKILL);
    program.wait();
    return true;
  }

  // A part is wholly there or not at all.
  void expect_whole_parts(const std::string& all) {
    const std::string file = folder_.file(all);
    if (!std::filesystem::exists(file) || std::filesystem::file_size(file) == 0) return;
    const test::Finished check = palio({"check", all});
    if (std::filesystem::file_size(file) == 0) return;  // killed while it was made, which who reads undoes
    ASSERT_EQ(check.status, 0) << check.out << check.err;
    const std::int64_t merged = test::count(file, "SELECT count(*) FROM session WHERE jobs > 0");
    const std::int64_t results = test::count(file, "SELECT count(*) FROM all_results");
    EXPECT_EQ(results, merged == 0 ? 0 : 2 * (k_platforms + (merged - 1) * distance()));
  }

  test::TemporaryFolder folder_;
  std::vector<std::string> parts_, before_;
  std::mt19937 random_{static_cast<unsigned>(GetParam())};
  double whole_time_ = 0;  // s
  std::string whole_;
};

TEST_P(MergeKillTest, AKilledMergeGoesOnAsIfItHadNeverStopped) {
  int kills = 0;
  for (int attempt = 0; kills < k_kills_of_merges; ++attempt) {
    ASSERT_LT(attempt, 20 * k_kills_of_merges) << "the merges end too early to be killed";
    const std::string all = fmt::format("all-{}.db", attempt / 2);  // killed twice
    if (!kill_merge(all)) continue;
    ++kills;
    expect_whole_parts(all);
    if (attempt % 2 == 0) continue;
    ASSERT_EQ(merge(all).status, 0);
    EXPECT_EQ(digest(all), whole_);
    expect_whole_parts(all);
  }
  for (std::size_t i = 0; i < parts_.size(); ++i) EXPECT_EQ(bytes(parts_[i]), before_[i]);
}

INSTANTIATE_TEST_SUITE_P(Moments, MergeKillTest, testing::Range(0, k_merge_tests));

// Where the runs of the parts are killed as well, at any moment: what they stored by then can be merged.
class KilledPartsTest : public MergeKillTest {
  void SetUp() override {}
};

TEST_P(KilledPartsTest, PartsThatWereKilledAreMergedAsFarAsTheyGot) {
  const std::string study = folder_.write("small.toml", test::k_small_study);
  const std::vector<std::string> run{"run", study, "--db", "run.db", "-q", "-j", "1"};
  test::Program program(folder_.file(""), run, in_folder());
  std::this_thread::sleep_for(std::chrono::duration<double>(std::uniform_real_distribution<double>(0, 0.5)(random_)));
  test::Program merging(folder_.file(""), {"merge", "all.db", "run.db", "-q"}, in_folder());
  program.signal(SIGKILL);
  program.wait();
  merging.wait();
  ASSERT_EQ(palio(run).status, 0);
  ASSERT_EQ(palio({"merge", "all.db", "run.db", "-q"}).status, 0);
  EXPECT_EQ(digest("all.db"), digest("run.db"));
  EXPECT_EQ(palio({"check", "all.db"}).status, 0);
}

INSTANTIATE_TEST_SUITE_P(Moments, KilledPartsTest, testing::Range(0, k_merge_tests));

}  // namespace
}  // namespace palio
