#include "campaign/result_writer.h"

#include <gtest/gtest.h>

#include <thread>

#include "storage/campaign_reader.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

class ResultWriterTest : public testing::Test {
protected:
  void SetUp() override {
    platform_ = store_.add_platforms(std::vector<DimensionRow>{{{"p", {}}, "p", {}, {}}}).front();
    for (int i = 0; i < 100; ++i)
      workload_rows_.push_back({{"w" + std::to_string(i), {}}, "w" + std::to_string(i), {}, {}});
    workloads_ = store_.add_workloads(workload_rows_);
    std::vector<DimensionRow> strategies;
    for (int i = 0; i < 20; ++i) strategies.push_back({{"s" + std::to_string(i), {}}, "s" + std::to_string(i), {}, {}});
    strategies_ = store_.add_strategies(strategies);
    store_.begin_session({});
  }

  StoredResult result(std::size_t workload, std::size_t strategy) const {
    Completed completed;
    completed.metrics[Metric::makespan] = 1;
    return {{platform_, workloads_[workload], strategies_[strategy]}, 1, {completed, {}}};
  }

  std::int64_t stored() const { return CampaignReader(folder_.file("c.db")).counts().completed; }

  test::TemporaryFolder folder_;
  ResultStore store_{folder_.file("c.db"), {"study", "", "", 1, "study.toml", ""}};
  std::vector<DimensionRow> workload_rows_;
  std::int64_t platform_ = 0;
  std::vector<std::int64_t> workloads_, strategies_;
};

TEST_F(ResultWriterTest, StoresWhatSeveralThreadsHandOver) {
  ResultWriter writer(store_);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t w = t * 25; w < (t + 1) * 25; ++w)
        for (std::size_t s = 0; s < 20; ++s) writer.put(result(w, s));
    });
  for (std::thread& thread : threads) thread.join();
  writer.finish();
  EXPECT_EQ(stored(), 2000);
}

TEST_F(ResultWriterTest, CommitsWithoutBeingAskedWithinItsTime) {
  ResultWriter writer(store_);
  writer.put(result(0, 0));
  for (int i = 0; i < 100 && stored() == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(stored(), 1);
}

TEST_F(ResultWriterTest, PassesOnWhatTheStoreThrows) {
  ResultWriter writer(store_);
  StoredResult unknown = result(0, 0);
  unknown.id.workload = 12345;  // no such row: the foreign key refuses it
  writer.put(unknown);
  EXPECT_ANY_THROW(writer.finish());
}

}  // namespace
}  // namespace palio
