#include "campaign/costs/cost_model.h"

#include <gtest/gtest.h>

#include "tests/campaign/costs/made_up_costs.h"
#include "tests/campaign/restricted_study.h"

namespace palio {
namespace {

class RemainingCostTest : public testing::Test {
protected:
  RemainingCostTest() {
    for (int i = 1; i <= 54; ++i) {
      if (i <= 20) ids_.platforms.push_back(i);
      if (i <= 2) ids_.strategies.push_back(i);
      ids_.workloads.push_back(i);
    }
  }

  Study study_ = test::costly_study();  // 20 platforms, 54 workloads, 2 strategies
  DimensionIds ids_;
  CostModel model_{study_,
                   test::made_up_costs(study_, [](const Instance& at, std::size_t) { return at.platform == 0; })};
};

TEST_F(RemainingCostTest, WhatIsStoredCostsNothingMore) {
  DoneSet done(study_, ids_);
  done.add({1, 1, 2});
  done.add({20, 54, 1});
  done.seal();
  const double stored = model_.predict({0, 0}, 1) + model_.predict({19, 53}, 0);
  EXPECT_NEAR(remaining_cost(study_, {}, done, model_), model_.total() - stored, 1e-9 * model_.total());
}

TEST_F(RemainingCostTest, AShardCostsWhatItsScenariosDo) {
  DoneSet done(study_, ids_);
  done.add({1, 1, 2});
  done.seal();
  double shards = 0;
  for (std::uint32_t index = 1; index <= 3; ++index)
    shards += remaining_cost(study_, {.sample = 0, .shard = {index, 3}}, done, model_);
  EXPECT_NEAR(shards, remaining_cost(study_, {}, done, model_), 1e-9 * shards);
}

// Two platforms with one drawn graph of three samples and one file; HCPA and M-HEFT take all four, M-HEFT-MAX the file.
Study two_families() {
  std::string text(test::k_small_study);
  const auto replace = [&](std::string_view from, std::string_view to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("clusters      = [1, 2]", "clusters      = 2");
  replace("tasks      = [5, 8, 10]", "tasks      = 5");
  replace("samples    = 2\n", "samples    = 3\n\n[[workload]]\nfamily = \"file\"\npath = \"w.json\"\n");
  return test::study_with_files(text + "workloads = [{ family = \"file\" }]\n\n[[strategy]]\nname = \"M-HEFT\"\n");
}

TEST(RestrictedRemainingCost, WeighsWorkloadsByTheStrategiesThatTakeThem) {
  // 2 platforms x (4 + 1 + 4) = 18 scenarios. On the first platform HCPA cost 2 s, M-HEFT-MAX 4 s, M-HEFT 6 s each.
  // Mean of graphs: (2 + 6) / 2 = 4, of the file: (2 + 4 + 6) / 3 = 4, so strategies alone differ: 1/2, 1, 3/2 of 4 s.
  // Two platforms: 2 x (4 x 2 + 1 x 4 + 4 x 6) = 72 s, of which half is done.
  const Study study = two_families();
  ASSERT_EQ(study.scenario_count(), 18U);
  DoneSet done(study, {{1, 2}, {1, 2, 3, 4}, {1, 2, 3}});
  std::vector<CostObservation> costs;
  for (std::uint32_t workload = 0; workload < 4; ++workload)
    for (const std::uint32_t s : study.strategies_of(workload)) {
      costs.push_back({{0, workload}, s, 2.0 + 2.0 * s});
      done.add({1, workload + 1, std::int64_t{s} + 1});
    }
  done.seal();
  ASSERT_EQ(costs.size(), 9U);
  const CostModel model(study, costs);
  EXPECT_NEAR(model.predict({1, 0}, 2), 6, 1e-9);
  EXPECT_NEAR(model.total(), 72, 1e-9);
  EXPECT_NEAR(remaining_cost(study, {}, done, model), 36, 1e-9);
  double shards = 0;
  for (std::uint32_t index = 1; index <= 2; ++index)
    shards += remaining_cost(study, {.sample = 0, .shard = {index, 2}}, done, model);
  EXPECT_NEAR(shards, 36, 1e-9);
  EXPECT_NEAR(remaining_cost(study, {.sample = 8, .shard = {}}, done, model), 36, 1e-9);  // all of it
}

}  // namespace
}  // namespace palio
