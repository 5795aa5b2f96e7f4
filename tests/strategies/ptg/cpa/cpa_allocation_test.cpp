#include "strategies/ptg/cpa/cpa_allocation.h"

#include <gtest/gtest.h>

#include <array>

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

// The published example: T1 -> {T2, T3} -> T4 on 4 processors, times by number of processors.
constexpr std::array<std::array<double, 4>, 4> k_times{
    {{4, 2, 1.5, 1.5}, {10, 6, 4, 3}, {8, 5, 3.5, 3}, {5, 3, 2, 1.5}}};

TaskGraph diamond() {
  return test::graph({{1, 0}, {1, 0}, {1, 0}, {1, 0}}, {{0, 1, 0}, {0, 2, 0}, {1, 3, 0}, {2, 3, 0}});
}

CpaAllocation example(const TaskGraph& graph) {
  return {graph,
          [](int task, int n) { return k_times[static_cast<std::size_t>(task)][static_cast<std::size_t>(n) - 1]; },
          {4, 4, 4, 4},
          4};
}

TEST(CpaAllocation, FollowsThePublishedExampleStepByStep) {
  const TaskGraph graph = diamond();
  CpaAllocation allocation = example(graph);
  struct Step {
    int task;
    double critical_path, area;
  };
  // By hand: (19, 6.75), then T2 (17, 7.25), T3 (15, 7.75), T4 (13, 8), T1 (11, 8), T2 (10, 8), T3 (9, 8.125),
  // T4 (8, 8.125), where the critical path is no longer than the area.
  constexpr std::array<Step, 7> steps{
      {{1, 17, 7.25}, {2, 15, 7.75}, {3, 13, 8}, {0, 11, 8}, {1, 10, 8}, {2, 9, 8.125}, {3, 8, 8.125}}};
  EXPECT_DOUBLE_EQ(allocation.critical_path_length(), 19);
  EXPECT_DOUBLE_EQ(allocation.average_area(), 6.75);
  for (const Step& step : steps) {
    EXPECT_EQ(allocation.grow(), step.task);
    EXPECT_DOUBLE_EQ(allocation.critical_path_length(), step.critical_path);
    EXPECT_DOUBLE_EQ(allocation.average_area(), step.area);
  }
  EXPECT_EQ(allocation.grow(), -1);
  EXPECT_EQ(allocation.processors(), (std::vector<int>{2, 3, 3, 3}));
}

TEST(CpaAllocation, StopsWhenCriticalPathEqualsArea) {
  // One task of 4 s on a divisor of 1: T_CP = T_A = 4 at once.
  const TaskGraph graph = test::graph({{4, 0}});
  CpaAllocation allocation(
      graph, [](int, int n) { return 4.0 / n; }, {100}, 1);
  EXPECT_EQ(allocation.grow(), -1);
}

TEST(CpaAllocation, StopsWhenNoTaskOfTheCriticalPathMayGrow) {
  const TaskGraph graph = diamond();
  CpaAllocation allocation(
      graph, [](int, int) { return 1.0; }, {1, 1, 1, 1}, 100);
  EXPECT_EQ(allocation.grow(), -1);
  EXPECT_EQ(allocation.processors(), (std::vector<int>{1, 1, 1, 1}));
}

TEST(CpaAllocation, ImprovedDivisorIsTheGeometricMeanOnceProcessorsOutnumberTasks) {
  EXPECT_DOUBLE_EQ(improved_area_divisor(100, 25), 50);
  EXPECT_DOUBLE_EQ(improved_area_divisor(16, 25), 16);
}

TEST(BottomLevel, AddsTimesAlongTheLongestPath) {
  // T4 = 5, T2 = 10 + 5, T3 = 8 + 5, T1 = 4 + 15.
  const TaskGraph graph = diamond();
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
