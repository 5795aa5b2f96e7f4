#include "strategies/ptg/cpa/critical_path.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/strategies/ptg/cpa/simple_growth.h"

namespace palio {
namespace {

std::vector<int> tasks(const CriticalPath& path) {
  std::vector<int> tasks;
  for (int task = path.first(); task >= 0; task = path.next(task)) tasks.push_back(task);
  return tasks;
}

TaskGraph path_diamond() {
  return test::graph({{1, 0}, {1, 0}, {1, 0}, {1, 0}}, {{0, 1, 0}, {0, 2, 0}, {1, 3, 0}, {2, 3, 0}});
}

const std::vector<double> k_nothing{0, 0, 0, 0};

TEST(CriticalPath, FollowsTheLongestChild) {
  // 4 + 10 + 5 through task 1; 4 + 8 + 5 through task 2. With 2 s for task 1 it goes through task 2.
  const TaskGraph graph = path_diamond();
  CriticalPath path(graph, {4, 10, 8, 5}, k_nothing);
  EXPECT_EQ(path.length(), 19);
  EXPECT_EQ(tasks(path), (std::vector<int>{0, 1, 3}));
  path.lower_task_time(1, 2);
  EXPECT_EQ(path.length(), 17);
  EXPECT_EQ(tasks(path), (std::vector<int>{0, 2, 3}));
}

// By position: the root, tasks 0 to 3, the end.
TEST(CriticalPath, TellsWhereAChangeTouchedThePath) {
  const TaskGraph graph = path_diamond();
  CriticalPath path(graph, {4, 10, 8, 5}, k_nothing);
  EXPECT_EQ(path.path_in(0), 0b110111U);
  path.lower_task_time(0, 3);
  EXPECT_TRUE(path.changed_blocks().empty());
  path.lower_task_time(1, 2);
  EXPECT_THAT(path.changed_blocks(), testing::ElementsAre(0));
  EXPECT_EQ(path.path_in(0), 0b111011U);
}

TEST(CriticalPath, TiesGoToTheLowestTask) {
  const TaskGraph graph = path_diamond();
  EXPECT_EQ(tasks(CriticalPath(graph, {1, 1, 1, 1}, k_nothing)), (std::vector<int>{0, 1, 3}));
  // Two entries and two exits of the same length.
  const TaskGraph pairs = test::graph({{1, 0}, {1, 0}, {1, 0}, {1, 0}}, {{0, 3, 0}, {1, 2, 0}});
  EXPECT_EQ(tasks(CriticalPath(pairs, {1, 1, 1, 1}, k_nothing)), (std::vector<int>{0, 3}));
}

TEST(CriticalPath, ATieThatAChangeMakesGoesToTheLowestTaskToo) {
  const TaskGraph graph = path_diamond();
  CriticalPath path(graph, {1, 2, 3, 1}, k_nothing);
  EXPECT_EQ(tasks(path), (std::vector<int>{0, 2, 3}));
  path.lower_task_time(2, 2);
  EXPECT_EQ(tasks(path), (std::vector<int>{0, 1, 3}));
}

// Task 1 cannot become longer than task 2, which keeps at least 3 s; even when task 2 has fallen to that, 0 -> 2 -> 3
// is the path.
TEST(CriticalPath, DropsWhatCannotBecomeTheLongest) {
  const TaskGraph graph = path_diamond();
  CriticalPath path(graph, {4, 2, 8, 5}, {0, 0, 3, 5});
  path.lower_task_time(2, 3);
  EXPECT_EQ(path.length(), 12);
  EXPECT_EQ(tasks(path), (std::vector<int>{0, 2, 3}));
}

// The same path as if computed from scratch, with a length of the same bits, whatever falls. Times that are small whole
// numbers make many ties; the length is not asked for every time, so that rounded levels persist.
TEST(CriticalPath, StaysWhatItWouldBeIfComputedAnew) {
  RandomStream random(7);
  for (int round = 0; round < 400; ++round) {
    const TaskGraph graph = test::drawn_graph(random, round % 4 == 0 ? 400 : 60);
    const auto count = static_cast<std::size_t>(graph.task_count());
    const bool whole = round % 2 == 0;
    const double least = whole ? 1 : 0.5;
    std::vector<double> times;
    for (std::size_t i = 0; i < count; ++i)
      times.push_back(whole ? static_cast<double>(random.uniform_integer(1, 9)) : random.uniform_real(0.5, 9));
    CriticalPath path(graph, times, std::vector<double>(count, least));
    for (int change = 0; change < 100; ++change) {
      const std::vector<int> expected = test::critical_path(graph, times);
      ASSERT_EQ(tasks(path), expected) << "round " << round << ", change " << change;
      const double length = std::ranges::max(bottom_levels(graph, times));
      ASSERT_NEAR(path.rough_length(), length, CriticalPath::k_rough * length);
      if (change % 10 == 9) {
        ASSERT_EQ(path.length(), length) << "round " << round << ", change " << change;
      }
      const bool on_path = random.uniform_integer(0, 2) > 0;
      const auto task = static_cast<std::size_t>(on_path ? expected[random.uniform_integer(0, std::ssize(expected) - 1)]
                                                         : random.uniform_integer(0, std::ssize(times) - 1));
      times[task] =
          whole ? std::max(least, times[task] - 1) : std::max(least, times[task] * random.uniform_real(0.5, 1));
      path.lower_task_time(static_cast<int>(task), times[task]);
    }
  }
}

}  // namespace
}  // namespace palio
