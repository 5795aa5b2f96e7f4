// Killed and full: what is stored stays, whole.

#include <algorithm>

#include "core/shortage.h"
#include "tests/storage/child_process.h"
#include "tests/storage/storage_fixture.h"
#include "tests/support/file_size_limit.h"

namespace palio::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr std::int64_t k_durable_batch = 64;
constexpr std::int64_t k_workloads = 100;
constexpr std::int64_t k_strategies = 10;

// The `n`-th result of a run.
StoredResult nth_result(std::int64_t n) {
  return completed({n / (k_workloads * k_strategies) + 1, n / k_strategies % k_workloads + 1, n % k_strategies + 1},
                   static_cast<double>(n));
}

std::vector<StoredResult> nth_durable_batch(std::int64_t n) {
  std::vector<StoredResult> batch;
  for (std::int64_t i = 0; i < k_durable_batch; ++i) batch.push_back(nth_result(n * k_durable_batch + i));
  return batch;
}

// Writes batches for ever and reports every one that is committed.
void run_for_ever(const std::string& file, int report) {
  ResultStore store(file, study_info("first"));
  add_samples(store, 200, k_workloads, k_strategies);
  store.begin_session(session_info());
  for (std::int64_t n = 0;; ++n) {
    store.write(nth_durable_batch(n));
    if (::write(report, ".", 1) != 1) return;
  }
}

class DurabilityTest : public StorageTest {
protected:
  std::int64_t stored() const { return CampaignReader(file_).counts().completed; }
  void expect_whole() const { EXPECT_EQ(sql("PRAGMA integrity_check; PRAGMA foreign_key_check"), "ok\n"); }
};

// Killed after 0 to 60 reported batches and a moment more: at a commit, a checkpoint, anywhere.
class KilledWriter : public DurabilityTest, public testing::WithParamInterface<int> {};

TEST_P(KilledWriter, LosesNothingThatWasReported) {
  ChildProcess writer([&](int report) { run_for_ever(file_, report); });
  for (std::int64_t i = 0; i < GetParam() * std::int64_t{6}; ++i) ASSERT_TRUE(writer.read_byte());
  usleep(static_cast<useconds_t>(GetParam() * 137 % 1000));
  writer.kill();
  const std::int64_t reported = GetParam() * std::int64_t{6} + std::ssize(writer.read_rest());
  if (reported == 0 && !std::filesystem::exists(file_)) return;
  ResultStore next(file_, study_info("first"));  // the next run opens what is left
  // All reported batches, and at most the one whose report was cut off; each as a whole.
  EXPECT_THAT(stored(), testing::AnyOf(reported * k_durable_batch, (reported + 1) * k_durable_batch));
  std::vector<ScenarioId> found, written;
  CampaignReader(file_).for_each_result([&](const ScenarioId& id, bool is_completed) {
    EXPECT_TRUE(is_completed);
    written.push_back(nth_result(std::ssize(found)).id);
    found.push_back(id);
  });
  std::ranges::sort(written);
  EXPECT_EQ(found, written);
  expect_whole();
}
INSTANTIATE_TEST_SUITE_P(AtRandomMoments, KilledWriter, testing::Range(0, 11));

// Killed 0 to 12 ms after it started to create the campaign.
TEST_F(DurabilityTest, KilledCreationLeavesAFileThatTheNextRunUses) {
  for (useconds_t moment = 0; moment < 12000; moment += 1000) {
    file_ = folder_.file("created-" + std::to_string(moment) + ".db");
    ChildProcess creator([&](int report) { run_for_ever(file_, report); });
    usleep(moment);
    creator.kill();
    ResultStore next(file_, study_info("first"));
    next.add_platforms(stars(2));
    expect_whole();
  }
}

TEST_F(DurabilityTest, FileThatCannotGrowFailsTheBatchOnly) {
  ResultStore store(file_, study_info("first"));
  add_samples(store, 200, k_workloads, k_strategies);
  store.begin_session(session_info());
  store.write(nth_durable_batch(0));
  {
    const FileSizeLimit full(std::filesystem::file_size(file_ + "-wal") + 4096);
    EXPECT_THAT(error_of<Shortage>([&] { store.write(nth_durable_batch(1)); }),
                AllOf(HasSubstr("the machine lacks space for files: cannot write results to "), HasSubstr(file_),
                      HasSubstr("allow larger files (ulimit -f)")));
    EXPECT_EQ(stored(), k_durable_batch);
  }
  store.write(nth_durable_batch(1));
  EXPECT_EQ(stored(), 2 * k_durable_batch);
  expect_whole();
}

}  // namespace
}  // namespace palio::test
