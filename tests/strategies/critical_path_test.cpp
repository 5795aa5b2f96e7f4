#include "strategies/ptg/critical_path.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/random_stream.h"
#include "strategies/ptg/bottom_level.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

std::vector<int> tasks(const CriticalPath& path) {
  std::vector<int> tasks;
  for (int task = path.first(); task >= 0; task = path.next(task)) tasks.push_back(task);
  return tasks;
}

TaskGraph diamond() {
  return test::graph({{1, 0}, {1, 0}, {1, 0}, {1, 0}}, {{0, 1, 0}, {0, 2, 0}, {1, 3, 0}, {2, 3, 0}});
}

TEST(CriticalPath, FollowsTheLongestChild) {
  // 4 + 10 + 5 through task 1; 4 + 8 + 5 through task 2. With 2 s for task 1 it goes through task 2.
  const TaskGraph graph = diamond();
  CriticalPath path(graph, {4, 10, 8, 5});
  EXPECT_EQ(path.length(), 19);
  EXPECT_EQ(tasks(path), (std::vector<int>{0, 1, 3}));
  path.set_task_time(1, 2);
  EXPECT_EQ(path.length(), 17);
  EXPECT_EQ(tasks(path), (std::vector<int>{0, 2, 3}));
}

TEST(CriticalPath, TiesGoToTheLowestTask) {
  const TaskGraph graph = diamond();
  EXPECT_EQ(tasks(CriticalPath(graph, {1, 1, 1, 1})), (std::vector<int>{0, 1, 3}));
  // Two entries and two exits of the same length.
  const TaskGraph pairs = test::graph({{1, 0}, {1, 0}, {1, 0}, {1, 0}}, {{0, 3, 0}, {1, 2, 0}});
  EXPECT_EQ(tasks(CriticalPath(pairs, {1, 1, 1, 1})), (std::vector<int>{0, 3}));
}

TEST(CriticalPath, ATieThatAChangeMakesGoesToTheLowestTaskToo) {
  const TaskGraph graph = diamond();
  CriticalPath path(graph, {1, 2, 3, 1});
  EXPECT_EQ(tasks(path), (std::vector<int>{0, 2, 3}));
  path.set_task_time(2, 2);
  EXPECT_EQ(tasks(path), (std::vector<int>{0, 1, 3}));
}

// The same bits as bottom levels computed anew, after any sequence of changes. Small whole times make many ties.
TEST(CriticalPath, StaysWhatItWouldBeIfComputedAnew) {
  RandomStream random(7);
  for (int round = 0; round < 300; ++round) {
    const auto count = static_cast<int>(random.uniform_integer(1, 30));
    std::vector<Edge> edges;
    for (int to = 1; to < count; ++to)
      for (int from = 0; from < to; ++from)
        if (random.uniform_integer(0, 5) == 0) edges.push_back({from, to, 0});
    const TaskGraph graph = test::graph(std::vector<std::pair<double, double>>(std::size_t(count), {1, 0}), edges);
    std::vector<double> times(static_cast<std::size_t>(count), 5);
    CriticalPath path(graph, times);
    for (int change = 0; change < 40; ++change) {
      const auto task = static_cast<int>(random.uniform_integer(0, count - 1));
      const bool whole = random.uniform_integer(0, 1) == 0;
      const double time = whole ? static_cast<double>(random.uniform_integer(1, 5)) : random.uniform_real(0.5, 5);
      times[static_cast<std::size_t>(task)] = time;
      path.set_task_time(task, time);
      ASSERT_EQ(path.length(), std::ranges::max(bottom_levels(graph, times)));
      ASSERT_EQ(tasks(path), tasks(CriticalPath(graph, times)));
    }
  }
}

}  // namespace
}  // namespace palio
