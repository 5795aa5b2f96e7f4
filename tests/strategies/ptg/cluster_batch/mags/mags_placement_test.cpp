#include "strategies/ptg/cluster_batch/mags/mags.h"

#include <gtest/gtest.h>

#include "tests/support/builders.h"

namespace palio {
namespace {

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
