#include "tests/strategies/ptg/cpa/simple_growth.h"

#include <gtest/gtest.h>

#include <array>

namespace palio::test {
namespace {

// The published example: T1 -> {T2, T3} -> T4 on 4 processors, times by number of processors.
constexpr std::array<std::array<double, 4>, 4> k_growth_times{
    {{4, 2, 1.5, 1.5}, {10, 6, 4, 3}, {8, 5, 3.5, 3}, {5, 3, 2, 1.5}}};

TEST(SimpleGrowth, FollowsThePublishedExampleStepByStep) {
  const TaskGraph diamond = graph({{1, 0}, {1, 0}, {1, 0}, {1, 0}}, {{0, 1, 0}, {0, 2, 0}, {1, 3, 0}, {2, 3, 0}});
  SimpleGrowth growth(
      diamond,
      [](int task, int n) { return k_growth_times[static_cast<std::size_t>(task)][static_cast<std::size_t>(n) - 1]; },
      [](int, int n) { return n <= 4; });
  struct Step {
    int task;
    double critical_path, area;
  };
  // By hand: (19, 6.75), then T2 (17, 7.25), T3 (15, 7.75), T4 (13, 8), T1 (11, 8), T2 (10, 8), T3 (9, 8.125),
  // T4 (8, 8.125), where the critical path is no longer than the area.
  constexpr std::array<Step, 7> steps{
      {{1, 17, 7.25}, {2, 15, 7.75}, {3, 13, 8}, {0, 11, 8}, {1, 10, 8}, {2, 9, 8.125}, {3, 8, 8.125}}};
  EXPECT_DOUBLE_EQ(growth.critical_path_length(), 19);
  EXPECT_DOUBLE_EQ(growth.area() / 4, 6.75);
  for (const Step& step : steps) {
    ASSERT_EQ(growth.best_candidate([](int) { return true; }), step.task);
    growth.grow(step.task);
    EXPECT_DOUBLE_EQ(growth.critical_path_length(), step.critical_path);
    EXPECT_DOUBLE_EQ(growth.area() / 4, step.area);
  }
  EXPECT_EQ(growth.processors(), (std::vector<int>{2, 3, 3, 3}));
}

}  // namespace
}  // namespace palio::test
