#include "campaign/costs/cost_model.h"

#include <gtest/gtest.h>

#include "tests/campaign/costs/made_up_costs.h"
#include "tests/campaign/restricted_study.h"

namespace palio {
namespace {

class CostModelTest : public testing::Test {
protected:
  static bool everything(const Instance&, std::size_t) { return true; }
  bool small(const Instance& instance) const { return test::tasks(study_, instance) < 50; }
  static bool one_of(std::uint32_t n, const Instance& instance) {
    return (instance.platform * 7 + instance.workload) % n == 0;
  }

  Study study_ = test::costly_study();
  double truth_ = test::sum(test::made_up_costs(study_, everything));
};

TEST_F(CostModelTest, WithoutObservationsEveryScenarioCostsOne) {
  const CostModel model(study_, {});
  EXPECT_FALSE(model.informed());
  EXPECT_DOUBLE_EQ(model.total(), 20 * 54 * 2);
}

TEST_F(CostModelTest, TheTotalIsTheSumOfThePredictions) {
  const CostModel model(study_,
                        test::made_up_costs(study_, [](const Instance& at, std::size_t) { return one_of(9, at); }));
  double sum = 0;
  for (std::uint32_t p = 0; p < 20; ++p)
    for (std::uint32_t w = 0; w < 54; ++w) sum += model.predict({p, w}, 0) + model.predict({p, w}, 1);
  EXPECT_NEAR(model.total(), sum, 1e-9 * sum);
}

TEST_F(CostModelTest, PredictsTheTotalOfWhatItSaw) {
  const CostModel model(study_, test::made_up_costs(study_, everything));
  EXPECT_TRUE(model.informed());
  EXPECT_NEAR(model.total(), truth_, 1e-9 * truth_);
}

TEST_F(CostModelTest, ATenthOfTheScenariosTellsTheTotal) {
  // The disturbance has a deviation of 0.29, the mean of 216 observations one of 2 %: three of them.
  const auto costs = test::made_up_costs(study_, [](const Instance& at, std::size_t) { return one_of(10, at); });
  EXPECT_NEAR(CostModel(study_, costs).total(), truth_, 0.06 * truth_);
}

TEST_F(CostModelTest, MostlySmallGraphsTellTheTotalAllTheSame) {
  // All graphs of 10 and 20 tasks, every 20th of 50 tasks: the mean cost of these is far too low.
  const auto costs =
      test::made_up_costs(study_, [&](const Instance& at, std::size_t) { return small(at) || one_of(20, at); });
  const double scaled_mean = test::sum(costs) / static_cast<double>(costs.size()) * 2160;
  EXPECT_LT(scaled_mean, 0.8 * truth_);
  EXPECT_NEAR(CostModel(study_, costs).total(), truth_, 0.04 * truth_);
}

TEST_F(CostModelTest, ANumberThatWasNeverSeenFollowsThePowerOfTheOthers) {
  const auto costs = test::made_up_costs(study_, [&](const Instance& at, std::size_t) { return small(at); });
  EXPECT_NEAR(CostModel(study_, costs).total(), truth_, 0.06 * truth_);
}

TEST_F(CostModelTest, AStrategyThatWasNeverSeenCostsWhatTheOthersDo) {
  const CostModel model(study_, test::made_up_costs(study_, [](const Instance&, std::size_t s) { return s == 0; }));
  EXPECT_NEAR(model.predict({19, 50}, 1), model.predict({19, 50}, 0), 0.05 * model.predict({19, 50}, 0));
  EXPECT_NEAR(model.predict({3, 7}, 1), model.predict({3, 7}, 0), 0.05 * model.predict({3, 7}, 0));
}

TEST_F(CostModelTest, CostsOfZeroAreNoTrouble) {
  const std::vector<CostObservation> costs{{{0, 0}, 0, 0}, {{1, 1}, 0, 0}};
  EXPECT_GT(CostModel(study_, costs).total(), 0);
  EXPECT_LT(CostModel(study_, costs).total(), 0.1);
}

TEST_F(CostModelTest, WhatAStrategyDoesNotTakeCostsNothing) {
  // 52 scenarios of 1.
  const Study study = test::restricted_study();
  const CostModel model(study, {});
  EXPECT_DOUBLE_EQ(model.total(), 52);
  EXPECT_EQ(model.predict({0, 2}, 1), 0);
  EXPECT_EQ(model.predict({0, 2}, 0), 1);
}

}  // namespace
}  // namespace palio
