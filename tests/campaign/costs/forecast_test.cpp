#include "campaign/costs/forecast.h"

#include <gtest/gtest.h>

#include "campaign/plan/missing_jobs.h"
#include "tests/campaign/costs/made_up_costs.h"

namespace palio {
namespace {

using Clock = ProgressMeter::Clock;

Clock::time_point at(double seconds) {
  return Clock::time_point{} + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

// Platforms of 1, 2, 4 and 8 clusters one after the other: the last quarter costs 100 times as much as the first one.
// Two scenarios run side by side.
class ForecastTest : public testing::Test {
protected:
  double cost(const Instance& instance, std::size_t strategy) const {
    const std::int64_t clusters = integer_of(study_.platforms[instance.platform].recipe.parameters, "clusters");
    // clusters^2.2 in all: 8^2.2 = 97.
    return 100 * test::made_up_cost(study_, instance, strategy) * std::pow(static_cast<double>(clusters), 1.3);
  }

  std::vector<CostObservation> in_order(const DoneSet& done) const {
    std::vector<CostObservation> order;
    MissingJobs missing(study_, {}, done);
    while (const std::optional<MissingJob> job = missing.next())
      for (const std::uint32_t s : job->strategies) order.push_back({job->instance, s, cost(job->instance, s)});
    return order;
  }

  // Runs the scenarios by a clock of their own and compares what the meter says is left with what is left.
  void expect_right_estimates(const DoneSet& done, const std::vector<CostObservation>& stored) const {
    const std::vector<CostObservation> order = in_order(done);
    const double total = test::sum(order) / 2;
    ProgressMeter meter(order.size(), stored.size(), at(0));
    Forecast forecast(study_, {}, done, stored, 2, meter);
    double now = 0;
    for (const CostObservation& scenario : order) {
      now += scenario.cost / 2;
      forecast.add(scenario, true, at(now));
      if (now < 0.1 * total || now > 0.98 * total) continue;
      ASSERT_NEAR(meter.seconds_left(at(now)), total - now, 0.2 * (total - now)) << now << " of " << total;
    }
    EXPECT_NEAR(meter.seconds_left(at(now)), 0, 1e-6 * total);
  }

  Study study_ = test::costly_study();  // 20 platforms, 54 workloads, 2 strategies
};

TEST_F(ForecastTest, LearnsFromTheFirstResultsWhatTheLastOnesCost) {
  const DoneSet nothing(study_, {});
  expect_right_estimates(nothing, {});
}

TEST_F(ForecastTest, AResumeKnowsWhatIsLeft) {
  // All platforms of 1 and 2 clusters are stored, and what a run tries first of the others.
  DimensionIds ids;
  for (int i = 1; i <= 54; ++i) {
    if (i <= 20) ids.platforms.push_back(i);
    if (i <= 2) ids.strategies.push_back(i);
    ids.workloads.push_back(i);
  }
  const std::vector<CostObservation> all = in_order(DoneSet(study_, {}));
  DoneSet done(study_, ids);
  std::vector<CostObservation> stored(all.begin(), all.begin() + 1100);
  for (const CostObservation& seen : stored)
    done.add({seen.instance.platform + 1, seen.instance.workload + 1, seen.strategy + 1});
  done.seal();
  expect_right_estimates(done, stored);
}

TEST_F(ForecastTest, StartsFromTheModelBeforeAnythingIsObserved) {
  const DoneSet nothing(study_, {});
  const std::vector<CostObservation> all = in_order(nothing);
  ProgressMeter meter(all.size(), 0, at(0));
  const Forecast forecast(study_, {}, nothing, all, 2, meter);
  EXPECT_NEAR(meter.seconds_left(at(0.001)), test::sum(all) / 2, 0.01 * test::sum(all));
}

TEST_F(ForecastTest, EveryFitIsAGenerationOfPredictions) {
  const DoneSet nothing(study_, {});
  const std::vector<CostObservation> all = in_order(nothing);
  ProgressMeter meter(all.size(), 0, at(0));
  Forecast forecast(study_, {}, nothing, {}, 2, meter);
  for (std::size_t i = 0; i < 63; ++i) forecast.add(all[i], true, at(0.1));
  EXPECT_EQ(forecast.generation(), 0U);
  forecast.add(all[63], true, at(0.2));  // the first lesson
  EXPECT_EQ(forecast.generation(), 1U);
  EXPECT_NE(forecast.predict(all[63].instance, all[63].strategy), 1);
}

TEST_F(ForecastTest, CountsFailuresAsWork) {
  const DoneSet nothing(study_, {});
  const std::vector<CostObservation> all = in_order(nothing);
  ProgressMeter meter(all.size(), 0, at(0));
  Forecast forecast(study_, {}, nothing, {}, 2, meter);
  double now = 0;
  for (const CostObservation& scenario : all) forecast.add(scenario, scenario.strategy == 0, at(now += 0.1));
  EXPECT_EQ(meter.failed(), all.size() / 2);
  EXPECT_NEAR(meter.seconds_left(at(now)), 0, 1e-6);
}

TEST_F(ForecastTest, RestrictedStrategiesEndOnTime) {
  // The second strategy on graphs of 50 tasks only: 20 x (54 + 18) = 1,440 scenarios.
  study_ = test::study(study_.text + "workloads = [{ tasks = 50 }]\n");
  const DoneSet nothing(study_, {});
  ASSERT_EQ(in_order(nothing).size(), 1440U);
  expect_right_estimates(nothing, {});
}

}  // namespace
}  // namespace palio
