#include "strategies/ptg/cpa/cpa_allocation.h"

#include <gtest/gtest.h>

#include <array>

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

// T1 -> {T2, T3} -> T4.
TaskGraph allocated_diamond() {
  return test::graph({{4, 0}, {12, 0}, {6, 0}, {2, 0}}, {{0, 1, 0}, {0, 2, 0}, {1, 3, 0}, {2, 3, 0}});
}

TEST(CpaAllocation, GrowsStepByStep) {
  // By hand, 4 processors of 1 flop/s, alpha 0: the area is 24/4 = 6 s whatever the allocation, the critical path 18 s.
  // A task of w flop gains w (1/n^2 - 1/(n+1)^2): T2 9 against 3 and 1.5, 12 s (a tie with T3's way: T2 comes first);
  // T1 3 against T2's 1.67, 10 s; T2 1.67 against T4's 1.5, 10 s by T3; T3, 8 s by T2; T4 1.5, 7 s; T2 0.58 against
  // T1's 0.56, 6 s, which is no longer than the area.
  const TaskGraph graph = allocated_diamond();
  CpaAllocation allocation(graph, 1, {4, 4, 4, 4}, 4);
  struct Step {
    int task;
    double critical_path;
  };
  constexpr std::array<Step, 6> steps{{{1, 12}, {0, 10}, {1, 10}, {2, 8}, {3, 7}, {1, 6}}};
  EXPECT_DOUBLE_EQ(allocation.critical_path_length(), 18);
  for (const Step& step : steps) {
    EXPECT_EQ(allocation.grow(), step.task);
    EXPECT_DOUBLE_EQ(allocation.critical_path_length(), step.critical_path);
    EXPECT_DOUBLE_EQ(allocation.average_area(), 6);
  }
  EXPECT_EQ(allocation.grow(), -1);
  EXPECT_EQ(allocation.processors(), (std::vector<int>{2, 4, 2, 2}));
}

TEST(CpaAllocation, StopsWhenCriticalPathEqualsArea) {
  // One task of 4 s on a divisor of 1: T_CP = T_A = 4 at once.
  const TaskGraph graph = test::graph({{4, 0}});
  CpaAllocation allocation(graph, 1, {100}, 1);
  EXPECT_EQ(allocation.grow(), -1);
}

TEST(CpaAllocation, StopsWhenNoTaskOfTheCriticalPathMayGrow) {
  const TaskGraph graph = allocated_diamond();
  CpaAllocation allocation(graph, 1, {1, 1, 1, 1}, 100);
  EXPECT_EQ(allocation.grow(), -1);
  EXPECT_EQ(allocation.processors(), (std::vector<int>{1, 1, 1, 1}));
}

// T1 -> T2, 12 and 6 flop, alpha 0, 4 processors of 1 flop/s: the area is 4.5 s. T1 gains 12 (1 - 1/4) = 9 by a second
// processor, T2 6 (1 - 1/4) = 4.5.
TEST(CpaAllocation, ATaskThatGainsMostAndMayNotGrowIsSkippedOrEndsIt) {
  const TaskGraph graph = test::graph({{12, 0}, {6, 0}}, {{0, 1, 0}});
  // T1 may not grow at all: T2 takes 2, 3, 4 processors (path 12 + 1.5 s), or none does.
  EXPECT_EQ(cpa_allocation(graph, 1, {1, 4}, 4), (std::vector<int>{1, 4}));
  EXPECT_EQ(cpa_allocation(graph, 1, {1, 4}, 4, FullTask::ends_growth), (std::vector<int>{1, 1}));
  // T2 may not: T1 takes its second; then T2 gains more (4.5 against 12 (1/4 - 1/9) = 1.67).
  EXPECT_EQ(cpa_allocation(graph, 1, {4, 1}, 4), (std::vector<int>{4, 1}));
  EXPECT_EQ(cpa_allocation(graph, 1, {4, 1}, 4, FullTask::ends_growth), (std::vector<int>{2, 1}));
}

// One task of 1 s, alpha 0: 1/n s on n processors, whatever n an area of 1 s. Over 100050.5 it ends with 100051.
TEST(CpaAllocation, KnowsTheAreaAfterAHundredThousandSteps) {
  const TaskGraph graph = test::graph({{1, 0}});
  CpaAllocation allocation(graph, 1, {200000}, 100050.5);
  while (allocation.grow() >= 0) {
  }
  EXPECT_EQ(allocation.processors(), std::vector<int>{100051});
  EXPECT_EQ(cpa_allocation(graph, 1, {200000}, 100050.5), std::vector<int>{100051});
}

TEST(CpaAllocation, ImprovedDivisorIsTheGeometricMeanOnceProcessorsOutnumberTasks) {
  EXPECT_DOUBLE_EQ(improved_area_divisor(100, 25), 50);
  EXPECT_DOUBLE_EQ(improved_area_divisor(16, 25), 16);
}

TEST(BottomLevel, AddsTimesAlongTheLongestPath) {
  // T4 = 5, T2 = 10 + 5, T3 = 8 + 5, T1 = 4 + 15.
  const TaskGraph graph = allocated_diamond();
  const std::vector<double> levels = bottom_levels(graph, std::array{4.0, 10.0, 8.0, 5.0});
  EXPECT_EQ(levels, (std::vector<double>{19, 15, 13, 5}));
  EXPECT_EQ(priority_order(graph, levels), (std::vector<int>{0, 1, 2, 3}));
}

TEST(Cpa, MapsTheAllocationByBottomLevel) {
  // Two independent tasks of 8 flop, alpha 0, on 2 processors of 1 flop/s. T_A = 16/2 = 8 = T_CP: one processor each.
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  const Workload workload = test::workload(test::graph({{8, 0}, {8, 0}}));
  const SchedulingResult result =
      method_if<GraphMethod>(strategy("CPA"))
          ->schedule(platform, workload, parse_recipe("CPA", strategy("CPA").parameters).parameters);
  const std::vector<Placement>& placed = result.schedule.placements.front();
  EXPECT_EQ(placed[0].processors, std::vector<int>{0});
  EXPECT_EQ(placed[1].processors, std::vector<int>{1});
  EXPECT_DOUBLE_EQ(placed[1].start, 0);
  EXPECT_DOUBLE_EQ(placed[1].finish, 8);
}

TEST(Cpa, ImprovedDivisorStopsEarlier) {
  // One task of 16 flop, alpha 0, on 16 processors: classic T_A = 1, so it grows to 16 processors (T_CP = 1 = T_A);
  // improved T_A = 16 / sqrt(16 x 1) = 4, so it stops at 4 processors.
  const Platform platform = test::fast_platform({test::cluster(16, 1)});
  const Workload workload = test::workload(test::graph({{16, 0}}));
  const auto processors = [&](std::string_view text) {
    const Recipe recipe = parse_recipe(text, strategy("CPA").parameters);
    return method_if<GraphMethod>(strategy("CPA"))
        ->schedule(platform, workload, recipe.parameters)
        .schedule.placements.front()
        .front()
        .processors.size();
  };
  EXPECT_EQ(processors("CPA"), 16U);
  EXPECT_EQ(processors("CPA:area_divisor=improved"), 4U);
}

}  // namespace
}  // namespace palio
