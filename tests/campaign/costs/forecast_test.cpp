#include "campaign/costs/forecast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>

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
  // s; hours in all, so that what fits take is nothing against it.
  double cost(const Instance& instance, std::size_t strategy) const {
    const std::int64_t clusters = integer_of(study_.platforms[instance.platform].recipe.parameters, "clusters");
    // clusters^2.2 in all: 8^2.2 = 97.
    return 1e5 * test::made_up_cost(study_, instance, strategy) * std::pow(static_cast<double>(clusters), 1.3);
  }

  // What happens on a slot: a job begins, or one of its scenarios ends.
  struct Event {
    double time;
    std::int64_t job;
    std::optional<MissingJob> begins;
    CostObservation ended;
  };

  std::vector<Event> two_slots(const DoneSet& done, double slowness = 1) const {
    std::vector<Event> events;
    std::array<double, 2> free{0, 0};
    MissingJobs missing(study_, {}, done, {});
    std::int64_t id = 0;
    while (const std::optional<MissingJob> job = missing.next()) {
      double& now = *std::ranges::min_element(free);
      events.push_back({now, ++id, job, {}});
      for (const std::uint32_t s : job->strategies) {
        const double seconds = cost(job->instance, s);
        events.push_back({now += slowness * seconds, id, std::nullopt, {job->instance, s, seconds}});
      }
    }
    std::ranges::stable_sort(events, {}, &Event::time);
    return events;
  }
  std::vector<CostObservation> in_order(const DoneSet& done) const {
    std::vector<CostObservation> order;
    for (const Event& event : two_slots(done))
      if (!event.begins) order.push_back(event.ended);
    return order;
  }

  static void tell(Forecast& forecast, const Event& event) {
    if (event.begins)
      forecast.begin(event.job, {{event.begins->instance, event.begins->strategies}}, at(event.time));
    else
      forecast.add(event.job, event.ended, true, at(event.time));
  }

  // Runs the scenarios by a clock of their own and compares what the meter says is left with what is left.
  void expect_right_estimates(const DoneSet& done, const KnownCosts& known, double slowness = 1,
                              double from = 0.1) const {
    const std::vector<Event> events = two_slots(done, slowness);
    const double total = events.back().time;
    ProgressMeter meter(in_order(done).size(), known.stored.size(), at(0));
    Forecast forecast(study_, {}, done, known, {.count = 2}, meter);
    for (const Event& event : events) {
      tell(forecast, event);
      const double now = event.time;
      if (now < from * total || now > 0.95 * total) continue;
      ASSERT_NEAR(meter.seconds_left(at(now)), total - now, 0.2 * (total - now)) << now << " of " << total;
    }
    EXPECT_NEAR(meter.seconds_left(at(total)), 0, 1e-6 * total);
  }

  Study study_ = test::costly_study();  // 20 platforms, 54 workloads, 2 strategies
};

TEST_F(ForecastTest, LearnsFromTheFirstResultsWhatTheLastOnesCost) {
  const DoneSet nothing(study_, {});
  expect_right_estimates(nothing, {});
}

TEST_F(ForecastTest, AResumeKnowsWhatIsLeft) {
  // All platforms of 1 and 2 clusters are stored, and what a run tries first of the others.
  const std::vector<CostObservation> all = in_order(DoneSet(study_, {}));
  DoneSet done(study_, test::ids_from_one(study_));
  std::vector<CostObservation> stored(all.begin(), all.begin() + 1100);
  for (const CostObservation& seen : stored)
    done.add({seen.instance.platform + 1, seen.instance.workload + 1, seen.strategy + 1});
  expect_right_estimates(done, {.stored = stored});
}

TEST_F(ForecastTest, StartsFromTheModelBeforeAnythingIsObserved) {
  const DoneSet nothing(study_, {});
  const std::vector<CostObservation> all = in_order(nothing);
  ProgressMeter meter(all.size(), 0, at(0));
  Forecast forecast(study_, {}, nothing, {.stored = all}, {.count = 2}, meter);
  forecast.begin(1, {{{0, 0}, {0, 1}}}, at(0));
  forecast.begin(2, {{{0, 1}, {0, 1}}}, at(0));
  EXPECT_NEAR(meter.seconds_left(at(0.001)), test::sum(all) / 2, 0.01 * test::sum(all));
}

// All of it is stored as 1,000 times cheaper: another machine, or a limit that is gone.
TEST_F(ForecastTest, FollowsTheObservedRateThoughWhatIsStoredWasQuicker) {
  std::vector<CostObservation> stored = in_order(DoneSet(study_, {}));
  for (CostObservation& seen : stored) seen.cost *= 1e-3;
  expect_right_estimates(DoneSet(study_, {}), {.stored = stored}, 1, 0.05);
}

// The wall clock counts, not what a scenario's CPU cost: other processes use the machine, too.
TEST_F(ForecastTest, FollowsTheClockWhereScenariosWait) {
  expect_right_estimates(DoneSet(study_, {}), {.stored = in_order(DoneSet(study_, {}))}, 50, 0.01);
}

TEST_F(ForecastTest, OfChangedCodeCountsWhatItCostBeforeUntilItRuns) {
  const DoneSet nothing(study_, {});
  KnownCosts known;
  for (const CostObservation& seen : in_order(nothing))
    (seen.strategy == 0 ? known.stored : known.earlier).push_back(seen);
  ProgressMeter meter(2160, 0, at(0));
  Forecast forecast(study_, {}, nothing, known, {.count = 2}, meter);
  const double before = forecast.predict({19, 50}, 1);
  EXPECT_NEAR(before, cost({19, 50}, 1), 0.6 * before);  // between 0.5 and 1.5 times the mean
  // The new code takes a hundredth: told by the first fit.
  forecast.begin(1, {{{0, 0}, {1}}}, at(0));
  for (std::uint32_t workload = 0; workload < 4; ++workload) {
    forecast.begin(workload, {{{0, workload}, {1}}}, at(0));
    forecast.add(workload, {{0, workload}, 1, 0.01 * cost({0, workload}, 1)}, true, at(1));
  }
  EXPECT_LT(forecast.predict({19, 50}, 1), 0.05 * before);
}

TEST_F(ForecastTest, EveryFitIsAGenerationOfPredictions) {
  const DoneSet nothing(study_, {});
  const std::vector<Event> events = two_slots(nothing);
  ProgressMeter meter(2160, 0, at(0));
  Forecast forecast(study_, {}, nothing, {}, {.count = 2}, meter);
  std::vector<std::uint64_t> generations;
  for (const Event& event : events) {
    tell(forecast, event);
    if (!event.begins) generations.push_back(forecast.generation());
    if (generations.size() == 8) break;
  }
  // After 4 results, and after 8.
  EXPECT_EQ(generations, (std::vector<std::uint64_t>{0, 0, 0, 1, 1, 1, 1, 2}));
  EXPECT_NE(forecast.predict({0, 0}, 0), 1);
}

TEST_F(ForecastTest, CountsFailuresAsWork) {
  const DoneSet nothing(study_, {});
  ProgressMeter meter(2160, 0, at(0));
  Forecast forecast(study_, {}, nothing, {}, {.count = 2}, meter);
  double end = 0;
  for (const Event& event : two_slots(nothing)) {
    end = event.time;
    if (event.begins)
      tell(forecast, event);
    else
      forecast.add(event.job, event.ended, event.ended.strategy == 0, at(end));
  }
  EXPECT_EQ(meter.failed(), 1080U);
  EXPECT_NEAR(meter.seconds_left(at(end)), 0, 1e-6);
}

TEST_F(ForecastTest, RestrictedStrategiesEndOnTime) {
  // The second strategy on graphs of 50 tasks only: 20 x (54 + 18) = 1,440 scenarios.
  study_ = test::study(study_.text + "workloads = \"tasks = 50\"\n");
  const DoneSet nothing(study_, {});
  ASSERT_EQ(in_order(nothing).size(), 1440U);
  expect_right_estimates(nothing, {});
}

}  // namespace
}  // namespace palio
