#include "strategies/ptg/cluster_batch/mags/mags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "strategies/ptg/schedule_validator.h"
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

}  // namespace
}  // namespace palio
