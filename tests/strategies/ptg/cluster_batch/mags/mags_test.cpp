#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "strategies/ptg/cluster_batch/mags/mags.h"
#include "strategies/registry.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

SchedulingResult mags(int processors, const Workload& workload, const Parameters& given = {}) {
  const Strategy& row = strategy("MAGS");
  return method_if<GraphMethod>(row)->schedule(test::platform({test::cluster(processors, 1)}), workload,
                                               resolve("MAGS", row.parameters, given));
}

void expect_dates(const Placement& placed, std::size_t processors, double start, double finish) {
  EXPECT_EQ(placed.processors.size(), processors);
  EXPECT_EQ(placed.start, start);
  EXPECT_EQ(placed.finish, finish);
}

// Application 0: a chain of three tasks of 2 flop. Application 1: 2 flop, then twice 4 flop. All divisible.
// On 2 processors of 1 flop/s:
//   0 alone: CPA goes from critical path 6 s to 3 s = area with 2 processors each: C* = 3.
//   1 alone: critical path 6 s, area 5 s; 2 processors for task 1, then for task 2: path 4 s. 2 s each: C* = 6.
//   S* = max(1, 9/6) = 1.5; periods end at 4.5 and 9; application 0 has to be done by the first, 1 by the second.
//   The second period takes 4.5 of application 1's 6 s. In the first 3 and 1.5 s are left: 4/3 and 2/3 processors, so
//   one each. Application 0 has 1 processor, application 1 has 1, then 2.
Workload chain_and_fork() {
  Workload workload = test::workload(test::graph({{2, 0}, {2, 0}, {2, 0}}, {{0, 1, 0}, {1, 2, 0}}));
  workload.applications.push_back({"", test::graph({{2, 0}, {4, 0}, {4, 0}}, {{0, 1, 0}, {0, 2, 0}}), 0});
  return workload;
}

TEST(Mags, SearchesTheSmallestSlack) {
  // Application 0 takes 6 s on its processor, so slack is at least 6/4.5 = 4/3. Application 1 then fits: 6 s in the
  // second period. After 1 fails and 2 succeeds: 1.5 +, 1.25 -, 1.375 +, 1.3125 -, 1.34375 +, 1.328125 -, 1.3359375 +:
  // 0.0078125 between the last two. The periods end at 6.01171875 and 12.0234375.
  const Workload workload = chain_and_fork();
  const StretchPeriods periods = stretch_periods(std::vector<double>{3, 6}, 0);
  const auto applications = malleable_applications(workload, periods, {{1, 0}, {1, 2}}, 1, {});
  const SlackSearch found = smallest_slack(applications, periods, 0.01);
  EXPECT_EQ(found.slack, 1.3359375);
  EXPECT_EQ(found.too_small, 1.328125);
  const std::vector<std::vector<double>> starts{{0.01171875, 2.01171875, 4.01171875},
                                                {6.0234375, 10.0234375, 8.0234375}};
  for (std::size_t app = 0; app < 2; ++app)
    for (std::size_t task = 0; task < 3; ++task) EXPECT_EQ(found.plan[app][task].start, starts[app][task]);
}

TEST(Mags, SchedulesTwoSmallGraphs) {
  // Backfilling the plan above: application 0 at 0, 2 and 4 on one processor. Application 1's first task beside it at
  // 0; the other two need both processors, task 2 first: 6 and 8. Bound: 1.3359375 x 2 x 1.5.
  const SchedulingResult result = mags(2, chain_and_fork());
  const auto& placed = result.schedule.placements;
  for (std::size_t task = 0; task < 3; ++task) {
    const double start = 2.0 * static_cast<double>(task);
    expect_dates(placed[0][task], 1, start, start + 2);
  }
  expect_dates(placed[1][0], 1, 0, 2);
  expect_dates(placed[1][1], 2, 8, 10);
  expect_dates(placed[1][2], 2, 6, 8);
  EXPECT_EQ(result.extra["stretch_bound"], 4.0078125);
}

TEST(Mags, PrecisionOfTheSlackIsAParameter) {
  // 1 fails, 2 succeeds, 1.5 succeeds and is within 0.5: 1.5 x 2 x 1.5.
  EXPECT_EQ(mags(2, chain_and_fork(), {{"slack_precision", 0.5}}).extra["stretch_bound"], 4.5);
}

TEST(Mags, SmallestPeriodIsAParameter) {
  // lambda = 9 / 4.5 = 2: the second period lasts to 13.5, 9 s, and takes all of application 1, which leaves both
  // processors of the first to application 0. CPA gives its tasks two: 3 s of 4.5. Application 1 takes 6 s of 9. So
  // slack is 1 and the bound 1 x 3 x 1.5. Backfilled: application 0 at 0, 1 and 2; 1 at 3, then task 2 at 5, 1 at 7.
  const SchedulingResult result = mags(2, chain_and_fork(), {{"smallest_period", 9.0}});
  EXPECT_EQ(result.extra["stretch_bound"], 4.5);
  expect_dates(result.schedule.placements[0][2], 2, 2, 3);
  expect_dates(result.schedule.placements[1][0], 1, 3, 5);
  expect_dates(result.schedule.placements[1][1], 2, 7, 9);
  expect_dates(result.schedule.placements[1][2], 2, 5, 7);
}

TEST(Mags, OneTaskHasTheClusterAndNoSlack) {
  // 12 flop on 3 processors; one task: CPA stops with area 12/sqrt(3) = 6.9 s above 6 s on 2 processors. Bound 1 x 2
  // x 1.
  const SchedulingResult result = mags(3, test::workload(test::graph({{12, 0}})));
  expect_dates(result.schedule.placements[0][0], 2, 0, 6);
  EXPECT_EQ(result.extra["stretch_bound"], 2);
}

TEST(Mags, RefusesMoreApplicationsThanProcessorsOfAPeriod) {
  Workload workload;
  for (int app = 0; app < 3; ++app) workload.applications.push_back({"", test::graph({{1, 1}}), 0});
  EXPECT_THAT([&] { mags(2, workload); },
              ThrowsMessage<NoSchedule>(HasSubstr("no processor for application 2 in any period")));
}

TEST(Mags, GivesUpWhenNoSlackHelps) {
  const Workload workload = test::workload(test::graph({{1, 0}}));
  const StretchPeriods periods = stretch_periods(std::vector<double>{1}, 0);
  const auto applications = malleable_applications(workload, periods, {{0}}, 1, {});
  EXPECT_THAT([&] { smallest_slack(applications, periods, 0.01); },
              ThrowsMessage<NoSchedule>(HasSubstr("even 1.84467e+19 times as long")));
}

using testing::ElementsAre;
using testing::ElementsAreArray;
using PeriodProcessors = std::vector<std::vector<int>>;

TEST(StretchPeriods, DoubleUntilTheLongestApplicationIsDone) {
  // By C*: 1, 3, 8; sums 1, 4, 12. S* = max(1/1, 4/3, 12/8) = 1.5. t_1 = 1.5 x 1, then 3, 6 and 12 = 1.5 x 8.
  // The applications' dates 12, 1.5 and 4.5 are in periods 3, 0 and 2; those that equal an end belong to it.
  const StretchPeriods periods = stretch_periods(std::vector<double>{8, 1, 3}, 0);
  EXPECT_EQ(periods.stretch, 1.5);
  EXPECT_EQ(periods.lambda, 1);
  EXPECT_THAT(periods.dates, ElementsAre(0, 1.5, 3, 6, 12));
  EXPECT_THAT(periods.last, ElementsAre(3, 0, 2));
}

TEST(StretchPeriods, OneApplicationHasOnePeriodAsLongAsItself) {
  const StretchPeriods periods = stretch_periods(std::vector<double>{7}, 0);
  EXPECT_EQ(periods.stretch, 1);
  EXPECT_THAT(periods.dates, ElementsAre(0, 7));
  EXPECT_THAT(periods.last, ElementsAre(0));
}

TEST(StretchPeriods, GrowFasterForALargeSmallestPeriod) {
  // Sums 2, 4, 12: S* = max(1, 4/2, 12/8) = 2; t_1 = 4. lambda = max(1, 12/4) = 3: t_2 = 4 x 4 = 16 = 2 x 8. A smallest
  // period of 4 s asks for no more than doubling: 4, 8, 16.
  const StretchPeriods longer = stretch_periods(std::vector<double>{2, 2, 8}, 12);
  EXPECT_EQ(longer.lambda, 3);
  EXPECT_THAT(longer.dates, ElementsAre(0, 4, 16));
  EXPECT_THAT(longer.last, ElementsAre(0, 0, 1));
  const StretchPeriods doubled = stretch_periods(std::vector<double>{2, 2, 8}, 4);
  EXPECT_EQ(doubled.lambda, 1);
  EXPECT_THAT(doubled.dates, ElementsAre(0, 4, 8, 16));
  EXPECT_THAT(doubled.last, ElementsAre(0, 0, 2));
}

TEST(MalleableAllocation, FillsThePeriodsBackwards) {
  // C* 8, 1, 3 on 4 processors; the periods end at 1.5, 3, 6 and 12. Work in seconds of the whole cluster:
  //   6 to 12:  only the long one may run: 6 of its 8                                   -> 4, -, -
  //   3 to 6:   2 and 3 left: shares 1.6 and 2.4; 3 of 5 done, 0.8 and 1.2 left         -> 2, -, 2
  //   1.5 to 3: shares 1.6 and 2.4; 1.5 of 2 done, 0.2 and 0.3 left                     -> 2, -, 2
  //   0 to 1.5: 0.2, 1 and 0.3: shares 0.53, 2.67 and 0.8; the last two are rounded up  -> 0, 3, 1
  const std::vector<double> dedicated{8, 1, 3};
  EXPECT_THAT(malleable_allocation(dedicated, stretch_periods(dedicated, 0), 4),
              ElementsAreArray(PeriodProcessors{{0, 2, 2, 4}, {3, 0, 0, 0}, {1, 2, 2, 0}}));
}

TEST(MalleableAllocation, FillsThePeriodsForwards) {
  // The same. Work in seconds of the whole cluster:
  //   0 to 1.5: 8, 1 and 3: shares 2.67, 0.33 and 1, so 3, 0 and 1; the second must have one -> 2, 1, 1
  //   1.5 to 3: 7 and 2.6 left: shares 2.9 and 1.1                                            -> 3, -, 1
  //   3 to 6:   in the same proportion                                                        -> 3, -, 1
  //   6 to 12:  only the long one may run                                                     -> 4, -, -
  const std::vector<double> dedicated{8, 1, 3};
  EXPECT_THAT(malleable_allocation(dedicated, stretch_periods(dedicated, 0), 4, PeriodFilling::forward),
              ElementsAreArray(PeriodProcessors{{2, 3, 3, 4}, {1, 0, 0, 0}, {1, 1, 1, 0}}));
}

TEST(MalleableAllocation, FillsThePeriodsAtConstantRates) {
  // The same. Rates 8/12, 1/1.5 and 3/6 of the cluster:
  //   0 to 1.5: shares 1.45, 1.45 and 1.09: the fourth to the shorter of the equal ones -> 1, 2, 1
  //   1.5 to 6: shares 2.29 and 1.71                                                    -> 2, -, 2
  //   6 to 12:  only the long one may run                                               -> 4, -, -
  const std::vector<double> dedicated{8, 1, 3};
  EXPECT_THAT(malleable_allocation(dedicated, stretch_periods(dedicated, 0), 4, PeriodFilling::constant),
              ElementsAreArray(PeriodProcessors{{1, 2, 2, 4}, {2, 0, 0, 0}, {1, 2, 2, 0}}));
}

TEST(MalleableAllocation, PeriodsWithoutWorkStayIdle) {
  // S* = max(1, 2, 3, 13/10) = 3: the periods end at 3, 6, 12, 24 and 48 >= 30. The last one has room for all the work
  // of the long application. The first one is for the others, 4/3 processors each: the fourth goes to the first.
  const std::vector<double> dedicated{1, 10, 1, 1};
  EXPECT_THAT(malleable_allocation(dedicated, stretch_periods(dedicated, 0), 4),
              ElementsAreArray(PeriodProcessors{{2, 0, 0, 0, 0}, {0, 0, 0, 0, 4}, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}}));
}

TEST(MalleableAllocation, WhatRoundingLeavesIsNoWork) {
  // 0.2 s of work fill the second period, whose 0.3 - 0.1 is a little less in doubles: the first one has nothing to do.
  ASSERT_LT(0.3 - 0.1, 0.2);
  const StretchPeriods periods{1, 2, {0, 0.1, 0.3}, {1}};
  EXPECT_THAT(malleable_allocation(std::vector<double>{0.2}, periods, 4), ElementsAreArray(PeriodProcessors{{0, 4}}));
}

TEST(MalleableAllocation, EqualRemaindersGoToTheShorterApplication) {
  // One period; 5 processors: shares 3.75 and 1.25 of the first are no tie. 6 processors: 4.5 and 1.5: the sixth goes
  // to the second application, which is the shorter one.
  const StretchPeriods periods{4, 1, {0, 4}, {0, 0}};
  EXPECT_THAT(malleable_allocation(std::vector<double>{3, 1}, periods, 5),
              ElementsAreArray(PeriodProcessors{{4}, {1}}));
  EXPECT_THAT(malleable_allocation(std::vector<double>{3, 1}, periods, 6),
              ElementsAreArray(PeriodProcessors{{4}, {2}}));
}

TEST(MalleableAllocation, EachApplicationHasAProcessorInItsLastPeriod) {
  // Shares 2.4, 0.3 and 0.3 of 3 processors: the third goes to the largest remainder, 0.4. Both short ones take one.
  const StretchPeriods periods{10, 1, {0, 10}, {0, 0, 0}};
  EXPECT_THAT(malleable_allocation(std::vector<double>{8, 1, 1}, periods, 3),
              ElementsAreArray(PeriodProcessors{{1}, {1}, {1}}));
}

TEST(MalleableAllocation, TheOnlyProcessorIsNotTakenAway) {
  // Shares 2/3, 2/3 and 2/3 of 2 processors: no one has two of them.
  const std::vector<double> dedicated{1, 1, 1};
  EXPECT_THAT(malleable_allocation(dedicated, stretch_periods(dedicated, 0), 2),
              ElementsAreArray(PeriodProcessors{{1}, {1}, {0}}));
}

// One application, 1 flop/s, CPA.
std::optional<std::vector<Slot>> place(TaskGraph graph, const std::vector<double>& dates,
                                       const std::vector<int>& processors, double slack = 1) {
  const Workload workload = test::workload(std::move(graph));
  const StretchPeriods periods{1, 1, dates, {static_cast<int>(processors.size()) - 1}};
  const auto plan = place_in_periods(malleable_applications(workload, periods, {processors}, 1, {}), periods, slack);
  if (!plan) return std::nullopt;
  return plan->front();
}

void expect_slot(const Slot& slot, int processors, double start, double finish) {
  EXPECT_EQ(slot.processors, processors);
  EXPECT_EQ(slot.start, start);
  EXPECT_EQ(slot.finish(), finish);
}

// 2 flop, then 4 and 4 flop, all of them divisible. On 2 processors CPA stops at critical path 4 s, area 5 s with 1, 2
// and 2 processors: 2 s each. On 1 processor: 2, 4 and 4 s.
TaskGraph fork() { return test::graph({{2, 0}, {4, 0}, {4, 0}}, {{0, 1, 0}, {0, 2, 0}}); }

TEST(MagsPlacement, TaskThatFitsInNoLatePeriodGoesIntoAnEarlierOneOnItsAllocationThere) {
  // 1 processor to 6 s, 2 to 9 s. Task 1 at 7 to 9; the second period has 1 s left, too little for task 2, which takes
  // 4 s in the first one: 2 to 6. Task 0 has to be done by 2.
  const auto slots = place(fork(), {0, 6, 9}, {1, 2});
  ASSERT_TRUE(slots);
  expect_slot((*slots)[0], 1, 0, 2);
  expect_slot((*slots)[1], 2, 7, 9);
  expect_slot((*slots)[2], 1, 2, 6);
}

TEST(MagsPlacement, FailsWhenATaskFitsIntoNoPeriod) {
  // As above, with task 2 at 1.5 to 5.5: too early for 2 s before it.
  EXPECT_FALSE(place(fork(), {0, 5.5, 9}, {1, 2}));
}

TEST(MagsPlacement, SlackStretchesThePeriodsAndLeavesTheProcessors) {
  EXPECT_FALSE(place(fork(), {0, 3, 4.5}, {1, 2}));
  const auto slots = place(fork(), {0, 3, 4.5}, {1, 2}, 2);
  ASSERT_TRUE(slots);
  expect_slot((*slots)[0], 1, 0, 2);
  expect_slot((*slots)[1], 2, 7, 9);
  expect_slot((*slots)[2], 1, 2, 6);
}

TEST(MagsPlacement, PeriodsWithoutProcessorsAreLeftOut) {
  // 2 processors to 8 s and none to 12 s: tasks 1 and 2 end at 8 and 6, task 0 at 4.
  const auto slots = place(fork(), {0, 8, 12}, {2, 0});
  ASSERT_TRUE(slots);
  expect_slot((*slots)[0], 1, 2, 4);
  expect_slot((*slots)[1], 2, 6, 8);
  expect_slot((*slots)[2], 2, 4, 6);
  EXPECT_FALSE(place(fork(), {0, 8, 12}, {0, 0}));
}

TEST(MagsPlacement, AmongEqualLatestFinishesTheLongerPathGoesLater) {
  // One processor to 11 s. Exits 2 (path 4) and 3 (path 5 + 1 through task 0): task 3 at 10 to 11. Task 2 may finish at
  // 11, tasks 0 and 1 at 10, so task 2 is next: 6 to 10. Task 0 (path 5) at 1 to 6, task 1 (path 1) at 0 to 1.
  const auto slots = place(test::graph({{5, 0}, {1, 0}, {4, 0}, {1, 0}}, {{0, 3, 0}, {1, 3, 0}}), {0, 11}, {1});
  ASSERT_TRUE(slots);
  expect_slot((*slots)[0], 1, 1, 6);
  expect_slot((*slots)[1], 1, 0, 1);
  expect_slot((*slots)[2], 1, 6, 10);
  expect_slot((*slots)[3], 1, 10, 11);
}

TEST(MagsPlacement, AmongEqualPathsTheLowerTaskGoesLater) {
  const auto slots = place(test::graph({{1, 0}, {3, 0}, {3, 0}}), {0, 7}, {1});
  ASSERT_TRUE(slots);
  expect_slot((*slots)[0], 1, 0, 1);
  expect_slot((*slots)[1], 1, 4, 7);
  expect_slot((*slots)[2], 1, 1, 4);
}

}  // namespace

}  // namespace palio
