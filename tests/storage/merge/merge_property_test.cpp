// Parts of random campaigns: merged in any order, or read as one, they are what one run would have stored.
#include <set>

#include "core/identity/random_stream.h"
#include "storage/merge/part_merge.h"
#include "storage/read/campaign_digest.h"
#include "tests/storage/storage_fixture.h"
#include "tests/support/variable.h"

namespace palio::test {
namespace {

constexpr std::int64_t k_entries = 3;  // platforms, workloads and strategies

/// The results of one run, and how two others share them.
struct Shared {
  std::vector<StoredResult> whole, a, b;
  bool disputed = false;  // a scenario failed in one part and completed in the other
  Kept kept = Kept::metrics;
};

StoredResult random_result(const ScenarioId& numbers, RandomStream& draw, Kept kept) {
  if (draw.uniform_integer(0, 4) == 0) return failed(numbers, FailureKind::timeout, "slow");
  StoredResult result = completed(numbers, draw.uniform_real(1, 100));
  auto& outcome = std::get<Completed>(result.result.outcome);
  for (const MetricInfo& metric : metric_table()) {
    const bool is_left_out = metric.of == MetricOf::uncertain || draw.uniform_integer(0, 5) == 0;
    if (is_left_out && metric.name != "makespan") outcome.metrics[metric] = std::numeric_limits<double>::quiet_NaN();
  }
  for (std::int64_t i = draw.uniform_integer(0, 2); i > 0; --i)
    outcome.applications.push_back({0, draw.uniform_real(0, 1), draw.uniform_real(1, 2), draw.uniform_real(1, 2)});
  if (kept == Kept::metrics) return result;
  double worst = 0;
  for (std::int64_t i = draw.uniform_integer(0, 3); i > 0; --i) {
    outcome.realizations.push_back({draw.uniform_real(1, 9), i});
    worst = std::max(worst, outcome.realizations.back().makespan);
  }
  if (worst > 0) outcome.metrics["worst_makespan"] = worst;
  return result;
}

Shared random_campaign(RandomStream& draw) {
  Shared shared;
  shared.kept = draw.uniform_integer(0, 2) == 0 ? Kept::realizations : Kept::metrics;
  for (std::int64_t n = 0; n < k_entries * k_entries * k_entries; ++n) {
    if (draw.uniform_integer(0, 2) == 0) continue;
    const ScenarioId numbers{n / 9 + 1, n / 3 % 3 + 1, n % 3 + 1};
    const StoredResult result = random_result(numbers, draw, shared.kept);
    const std::int64_t where = draw.uniform_integer(0, 5);  // 0 to 2: a; 3 to 4: b; 5: both
    const bool fails_once =
        where == 5 && std::holds_alternative<Completed>(result.result.outcome) && draw.uniform_integer(0, 1) == 0;
    const StoredResult other = fails_once ? failed(numbers, FailureKind::crashed, "once") : result;
    const bool a_fails = draw.uniform_integer(0, 1) == 0;
    shared.disputed = shared.disputed || fails_once;
    shared.whole.push_back(result);
    if (where < 3 || where == 5) shared.a.push_back(a_fails ? other : result);
    if (where >= 3) shared.b.push_back(a_fails ? result : other);
  }
  return shared;
}

class MergePropertyTest : public testing::Test {
protected:
  std::string campaign(const std::string& name, const std::vector<StoredResult>& results, Kept kept,
                       std::int64_t shard) const {
    std::string file = folder_.file(name);
    std::filesystem::remove(file);
    ResultStore store(file, study_info("first"), {.shard = shard, .shards = 9}, kept);
    std::set<std::int64_t> platforms;  // those it needs, in an order of its own
    for (const StoredResult& result : results) platforms.insert(numbers_of(result.id).platform);
    for (const std::int64_t platform : platforms) store.add_platforms(std::vector{star(platform, 7)});
    add_samples(store, 0, k_entries, k_entries);
    store.begin_session(session_info(0));
    store.write(results);
    store.end_session("finished");
    store.checkpoint();
    return file;
  }

  std::string merged(const std::string& name, const std::vector<std::string>& parts) const {
    std::string file = folder_.file(name);
    std::filesystem::remove(file);
    ResultStore store(file, study_info("first"));
    for (const std::string& part : parts) {
      const MergedPart merged = store.merge({part, study_info("first").study_text, "simgrid"}, session_info(0),
                                            [](std::int64_t) { return true; });
      EXPECT_EQ(merged.contradictions, 0);
    }
    store.end_merge("finished", 0);
    store.checkpoint();
    return file;
  }

  static std::string digest(const std::string& file) { return to_text(digest_campaign(file).digest); }

  static Rows results(const CampaignReader& reader) {
    std::string metrics;
    for (const MetricInfo& metric : metric_table()) metrics += fmt::format(", {}", metric.name);
    return rows_of(reader, "SELECT DISTINCT scenario, outcome" + metrics + " FROM results ORDER BY scenario, outcome");
  }

  const Variable in_memory_{"TMPDIR", std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp"};
  const TemporaryFolder folder_;
};

TEST_F(MergePropertyTest, AnyOrderOfPartsIsOneRunAndReadsAsOne) {
  RandomStream draw(2027);
  int disputed = 0;
  for (int i = 0; i < 200; ++i) {
    const Shared shared = random_campaign(draw);
    disputed += shared.disputed ? 1 : 0;
    const std::string whole = campaign("whole.db", shared.whole, shared.kept, 1);
    const std::string a = campaign("a.db", shared.a, shared.kept, 2), b = campaign("b.db", shared.b, shared.kept, 3);
    const std::string ab = merged("ab.db", {a, b}), ba = merged("ba.db", {b, a});
    ASSERT_EQ(digest(ab), digest(whole)) << i;
    ASSERT_EQ(digest(ba), digest(whole)) << i;
    const Rows wanted = results(CampaignReader(whole));
    EXPECT_EQ(results(CampaignReader(ab)), wanted) << i;
    CampaignReader united(a);
    united.unite(std::vector<std::filesystem::path>{b});
    if (!shared.disputed) {
      EXPECT_EQ(results(united), wanted) << i;
    }
    if (i % 20 == 0) {
      EXPECT_THAT(problems_of(ab), testing::IsEmpty()) << i;
      EXPECT_THAT(problems_of(ba), testing::IsEmpty()) << i;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(disputed, 50);
  EXPECT_LT(disputed, 150);
}

}  // namespace
}  // namespace palio::test
