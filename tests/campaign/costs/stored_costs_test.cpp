#include "campaign/costs/cost_model.h"

#include <gtest/gtest.h>

#include <set>

#include "storage/write/result_store.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

// 1,000 results of 50 platforms, 10 workloads and 2 strategies, written strategy by strategy; the cost names the row.
class StoredCostsTest : public testing::Test {
protected:
  void SetUp() override {
    ResultStore store(file_, {"s", "", "", 1, "s.toml", ""});
    ids_ = {add(store, &ResultStore::add_platforms, 50), add(store, &ResultStore::add_workloads, 10),
            add(store, &ResultStore::add_strategies, 2)};
    store.begin_session({});
    std::vector<StoredResult> rows;
    for (int i = 0; i < 1000; ++i) {
      Completed completed;
      completed.metrics["makespan"] = 1;
      rows.push_back(
          {{ids_.platforms[i / 20], ids_.workloads[i / 2 % 10], ids_.strategies[i % 2]}, 1, {completed, {}}});
      rows.back().result.cost.total_time = i;
      if (i == 500) rows.back().result.outcome = Failure{FailureKind::crashed, 11, "bang", ""};
    }
    store.write(rows);
  }

  static Study all_for_all() {
    Study study;
    study.classes = StrategyClasses(10);
    study.classes.add(2);
    return study;
  }

  using Adder = std::vector<std::int64_t> (ResultStore::*)(std::span<const DimensionRow>);
  static std::vector<std::int64_t> add(ResultStore& store, Adder adder, int count) {
    std::vector<DimensionRow> rows;
    for (int i = 0; i < count; ++i) rows.push_back({{"x" + std::to_string(i), {}}, "x" + std::to_string(i), {}, {}});
    return (store.*adder)(rows);
  }

  test::TemporaryFolder folder_;
  std::string file_ = folder_.file("c.db");
  DimensionIds ids_;
  Study study_ = all_for_all();
};

TEST_F(StoredCostsTest, FewRowsAreReadAll) {
  const auto costs = read_stored_costs(study_, ids_, CampaignReader(file_));
  ASSERT_EQ(costs.size(), 999U);  // without the failed one
  for (const CostObservation& seen : costs)
    EXPECT_EQ(seen.cost, seen.instance.platform * 20 + seen.instance.workload * 2 + seen.strategy);
}

TEST_F(StoredCostsTest, OfManyRowsAPartAtRandom) {
  // About 100 of 1,000, from all over them and of both strategies.
  const auto costs = read_stored_costs(study_, ids_, CampaignReader(file_), 100);
  std::set<int> hundreds;
  double second_strategy = 0;
  for (const CostObservation& seen : costs) {
    hundreds.insert(static_cast<int>(seen.cost) / 100);
    second_strategy += seen.strategy;
  }
  EXPECT_NEAR(static_cast<double>(costs.size()), 100, 40);
  EXPECT_EQ(hundreds.size(), 10U);
  EXPECT_NEAR(second_strategy, static_cast<double>(costs.size()) / 2, 25);
}

TEST_F(StoredCostsTest, WhatTheStudyDoesNotNameIsPassedOver) {
  ids_.strategies[1] = 0;
  for (const CostObservation& seen : read_stored_costs(study_, ids_, CampaignReader(file_)))
    EXPECT_EQ(seen.strategy, 0U);
}

TEST_F(StoredCostsTest, WhatAStrategyDoesNotTakeIsPassedOver) {
  // The second strategy takes workload 7 alone: 500 results of the first one but for the failed, row 500, and 50.
  study_.classes = StrategyClasses(10);
  study_.classes.add(1);
  study_.classes.add(1, std::vector<std::uint32_t>{7});
  std::size_t second = 0;
  const auto costs = read_stored_costs(study_, ids_, CampaignReader(file_));
  for (const CostObservation& seen : costs)
    if (seen.strategy == 1) {
      ++second;
      EXPECT_EQ(seen.instance.workload, 7U);
    }
  EXPECT_EQ(second, 50U);
  EXPECT_EQ(costs.size(), 549U);
}

}  // namespace
}  // namespace palio
