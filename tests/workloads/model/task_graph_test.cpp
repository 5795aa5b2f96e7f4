#include "workloads/model/task_graph.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "tests/support/error_of.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

// n tasks of 1 flop without names.
std::vector<Task> plain_tasks(int n) { return std::vector<Task>(static_cast<std::size_t>(n), Task{1, 0, ""}); }

std::vector<Task> named_tasks(const std::vector<std::string>& names) {
  std::vector<Task> tasks;
  for (const std::string& name : names) tasks.push_back({1, 0, name});
  return tasks;
}

std::string graph_error(std::vector<Task> tasks, std::vector<Edge> edges) {
  return test::error_of([&] { const TaskGraph graph(std::move(tasks), std::move(edges)); });
}

std::vector<int> to_vector(std::span<const int> ids) { return {ids.begin(), ids.end()}; }

// 3 -> 0 -> 1, 3 -> 2, 0 -> 2; and 4 alone.
TaskGraph example() { return {plain_tasks(5), {{3, 2, 30}, {0, 2, 20}, {3, 0, 10}, {0, 1, 40}}}; }

TEST(TaskGraph, TimesForUnrelatedMachinesAreAsManyForEachTask) {
  EXPECT_EQ(TaskGraph({{0, 1, "", {2, 3}}, {0, 1, "", {4, 5}}}, {}).time_count(), 2);
  EXPECT_EQ(TaskGraph({{7, 1, ""}}, {}).time_count(), 0);
  EXPECT_EQ(graph_error({{0, 1, "", {2, 3}}, {5, 1, ""}}, {}), "task 1 has 0 times, but task 0 has 2");
  EXPECT_EQ(graph_error({{0, 1, "", {2, 0}}}, {}), "a time of task 0 is 0 s, must be positive and finite");
}

TEST(TaskGraph, SortsItsEdges) {
  std::vector<std::pair<int, int>> ends;
  const TaskGraph graph = example();
  for (const Edge& edge : graph.edges()) ends.emplace_back(edge.from, edge.to);
  EXPECT_EQ(ends, (std::vector<std::pair<int, int>>{{0, 1}, {0, 2}, {3, 0}, {3, 2}}));
}

TEST(TaskGraph, KnowsTheEdgesOfATask) {
  const TaskGraph graph = example();
  ASSERT_EQ(graph.in_edges(2).size(), 2U);
  EXPECT_EQ(graph.in_edges(2)[0].from, 0);
  EXPECT_EQ(graph.in_edges(2)[0].bytes, 20);
  EXPECT_EQ(graph.in_edges(2)[1].from, 3);
  ASSERT_EQ(graph.out_edges(3).size(), 2U);
  EXPECT_EQ(graph.out_edges(3)[0].to, 0);
  EXPECT_EQ(graph.out_edges(3)[1].to, 2);
  EXPECT_TRUE(graph.in_edges(4).empty());
  EXPECT_TRUE(graph.out_edges(4).empty());
}

// Ready at first: 3 and 4. Task 3 readies 0, which comes before 4 and readies 1 and 2.
TEST(TaskGraph, OrdersTasksAfterTheirParentsLowestIdFirst) {
  const TaskGraph graph = example();
  EXPECT_EQ(to_vector(graph.topological_order()), (std::vector<int>{3, 0, 1, 2, 4}));
  EXPECT_EQ(graph.topological_position(2), 3);
  EXPECT_EQ(graph.topological_position(3), 0);
}

// Task 2 is a child of the entry 3, but the longest path to it is 3 -> 0 -> 2.
TEST(TaskGraph, LevelsAreLongestPathsFromAnEntry) {
  const TaskGraph graph = example();
  EXPECT_EQ((std::vector<int>{graph.level(0), graph.level(1), graph.level(2), graph.level(3), graph.level(4)}),
            (std::vector<int>{1, 2, 2, 0, 0}));
  EXPECT_EQ(graph.level_count(), 3);
}

// Levels of the example: {3, 4}, {0}, {1, 2}. A chain of three has one task per level; four
// tasks without edges are one level.
TEST(TaskGraph, IsAsWideAsItsLargestLevel) {
  EXPECT_EQ(maximal_width(example()), 2);
  EXPECT_EQ(maximal_width(TaskGraph(plain_tasks(3), {{2, 0, 1}, {0, 1, 1}})), 1);
  EXPECT_EQ(maximal_width(TaskGraph(plain_tasks(4), {})), 4);
}

// 0 -> 1 -> 2 -> 3 and 0 -> 3, 0 -> 4: task 3 is on level 3 by its longest path, so that only level 1 has two tasks.
TEST(TaskGraph, CountsATaskOnTheLevelOfItsLongestPath) {
  EXPECT_EQ(maximal_width(TaskGraph(plain_tasks(5), {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {0, 3, 1}, {0, 4, 1}})), 2);
}

TEST(TaskGraph, SumsItsWork) { EXPECT_EQ(TaskGraph({{1e9, 0, ""}, {2.5e9, 0.1, ""}}, {}).total_flop(), 3.5e9); }

TEST(TaskGraph, OfOneTaskHasOneLevel) { EXPECT_EQ(TaskGraph(plain_tasks(1), {}).level_count(), 1); }

TEST(TaskGraph, AcceptsTheBoundsOfAlphaAndAnEmptyEdge) {
  EXPECT_EQ(graph_error({{1, 0, ""}, {1, 1, ""}}, {{0, 1, 0}}), "no error");
}

TEST(TaskGraphErrors, NameTheTaskByNameOrNumber) {
  EXPECT_EQ(graph_error({{1, 0, ""}, {-2, 0, ""}}, {}), "flop of task 1 is -2, must be positive and finite");
  EXPECT_EQ(graph_error({{0, 0, "A"}}, {}), "flop of task \"A\" is 0, must be positive and finite");
  EXPECT_EQ(graph_error({{1, 1.5, "A"}}, {}), "alpha of task \"A\" is 1.5, must be from 0 to 1");
}

TEST(TaskGraphErrors, RefuseNumbersThatAreNotFinite) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_NE(graph_error({{bad, 0, ""}}, {}), "no error");
    EXPECT_NE(graph_error({{1, bad, ""}}, {}), "no error");
    EXPECT_NE(graph_error(plain_tasks(2), {{0, 1, bad}}), "no error");
  }
}

TEST(TaskGraphErrors, RefuseAnEmptyGraph) { EXPECT_EQ(graph_error({}, {}), "the task graph has no task"); }

TEST(TaskGraphErrors, RefuseAnEdgeToAnUnknownTask) {
  EXPECT_EQ(graph_error(plain_tasks(2), {{0, 2, 1}}), "edge 0 -> 2: there is no task 2, tasks are 0 to 1");
  EXPECT_EQ(graph_error(plain_tasks(2), {{-1, 1, 1}}), "edge -1 -> 1: there is no task -1, tasks are 0 to 1");
}

TEST(TaskGraphErrors, RefuseANegativeVolume) {
  EXPECT_EQ(graph_error(named_tasks({"A", "B"}), {{0, 1, -5}}),
            "bytes of the edge from task \"A\" to task \"B\" are -5, must be finite and not negative");
}

TEST(TaskGraphErrors, RefuseASecondEdgeBetweenTwoTasks) {
  EXPECT_EQ(graph_error(named_tasks({"A", "B"}), {{0, 1, 5}, {0, 1, 6}}),
            "there are two edges from task \"A\" to task \"B\"");
}

// A leads into the cycle, D hangs from it: neither is named.
TEST(TaskGraphErrors, NameTheTasksOfACycle) {
  EXPECT_EQ(
      graph_error(named_tasks({"A", "B", "C", "D", "E"}), {{0, 1, 1}, {1, 2, 1}, {2, 4, 1}, {4, 1, 1}, {2, 3, 1}}),
      "the task graph has a cycle: task \"C\" -> task \"E\" -> task \"B\" -> task \"C\"");
}

TEST(TaskGraphErrors, NameATaskThatDependsOnItself) {
  EXPECT_EQ(graph_error(plain_tasks(2), {{1, 1, 0}}), "the task graph has a cycle: task 1 -> task 1");
}

TEST(TaskGraphErrors, CutALongCycle) {
  std::vector<Edge> ring;
  for (int i = 0; i < 20; ++i) ring.push_back({i, (i + 1) % 20, 1});
  EXPECT_EQ(graph_error(plain_tasks(20), ring),
            "the task graph has a cycle: task 1 -> task 2 -> task 3 -> task 4 -> task 5 -> task 6 -> task 7 -> task 8 "
            "-> ... (20 tasks)");
}

// Edges from lower to higher ids of a random permutation: never a cycle.
TEST(TaskGraph, OfRandomAcyclicEdgesRespectsThem) {
  RandomStream random(3);
  for (int round = 0; round < 300; ++round) {
    const int n = static_cast<int>(random.uniform_integer(1, 25));
    std::vector<int> rank(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
      rank[static_cast<std::size_t>(i)] = i;
      std::swap(rank[static_cast<std::size_t>(i)], rank[static_cast<std::size_t>(random.uniform_integer(0, i))]);
    }
    std::vector<Edge> edges;
    for (int a = 0; a < n; ++a)
      for (int b = a + 1; b < n; ++b)
        if (random.uniform_real(0, 1) < 0.2)
          edges.push_back({rank[static_cast<std::size_t>(a)], rank[static_cast<std::size_t>(b)], 1});
    const TaskGraph graph(plain_tasks(n), edges);
    ASSERT_EQ(graph.edges().size(), edges.size());
    ASSERT_EQ(std::ssize(graph.topological_order()), n);
    for (const Edge& edge : graph.edges()) {
      ASSERT_LT(graph.topological_position(edge.from), graph.topological_position(edge.to));
      ASSERT_LT(graph.level(edge.from), graph.level(edge.to));
    }
  }
}

// 10 Gflop at 2 Gflop/s take 5 s on one processor; alpha 0.2 on 4 processors: 5 x (0.2 + 0.8 / 4) = 2 s.
TEST(ExecutionTime, FollowsAmdahlsLaw) {
  const Task task{1e10, 0.2, ""};
  EXPECT_DOUBLE_EQ(execution_time(task, 1, 2e9), 5);
  EXPECT_DOUBLE_EQ(execution_time(task, 4, 2e9), 2);
}

// 2 s on 4 processors of 2 Gflop/s are charged as 16 Gflop.
TEST(Work, IsTimeTimesProcessorsTimesSpeed) {
  const Task task{1e10, 0.2, ""};
  EXPECT_DOUBLE_EQ(work(task, 1), 1e10);
  EXPECT_DOUBLE_EQ(work(task, 4), 1.6e10);
}

TEST(ExecutionTime, OfASequentialTaskDoesNotShrink) { EXPECT_DOUBLE_EQ(execution_time({6, 1, ""}, 3, 2), 3); }

TEST(ExecutionTime, OfAPerfectTaskIsDivided) { EXPECT_DOUBLE_EQ(execution_time({6, 0, ""}, 3, 2), 1); }

}  // namespace
}  // namespace palio
