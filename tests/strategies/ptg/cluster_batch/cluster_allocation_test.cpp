#include "strategies/ptg/cluster_batch/list_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "strategies/ptg/cpa/cpa_allocation.h"
#include "tests/strategies/ptg/cluster_batch/random_batch.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

using AllocationMethod = AllocationRule::Method;
using AreaDivisor = AllocationRule::AreaDivisor;
using Allocation = std::vector<int>;

TEST(AllocationRule, IsWhatTheParametersName) {
  const AllocationRule usual = allocation_rule(resolve("X", k_allocation_parameters, {}));
  EXPECT_EQ(usual.method, AllocationMethod::cpa);
  EXPECT_EQ(usual.area_divisor, AreaDivisor::improved);
  const auto rule = [](const std::string& method, const std::string& divisor) {
    return allocation_rule(resolve("X", k_allocation_parameters, {{"allocation", method}, {"area_divisor", divisor}}));
  };
  EXPECT_EQ(rule("mcpa", "classic").method, AllocationMethod::mcpa);
  EXPECT_EQ(rule("bicpa", "improved").method, AllocationMethod::bicpa);
  EXPECT_EQ(rule("cpa", "classic").area_divisor, AreaDivisor::classic);
}

// Level 0: A (15 flop), B (16), C (4); level 1: D (8) after B. No sequential fraction; 4 processors of 1 flop/s.
// The area is 43 / 4 = 10.75 s throughout.
TaskGraph two_levels() { return test::graph({{15, 0}, {16, 0}, {4, 0}, {8, 0}}, {{1, 3, 0}}); }

TEST(ClusterAllocation, CpaIgnoresLevels) {
  // B D is 24 s: gains 16 - 8/2 = 12 and 8 - 4/2 = 6, so B gets 2 (8 s). B D 16 s: 8/2 - (16/3)/3 = 2.2 and 6, D gets
  // 2 (4 s). A is 15 s and gets 2 (7.5 s). B D 12 s: 2.2 and 4/2 - (8/3)/3 = 1.1, B gets 3: 16/3 + 4 = 9.3 < 10.75.
  EXPECT_EQ(cluster_allocation(two_levels(), 4, 1, {AllocationMethod::cpa, AreaDivisor::classic}),
            (Allocation{2, 3, 1, 2}));
}

TEST(ClusterAllocation, McpaKeepsLevelsWithinTheCluster) {
  // B gets 2, and level 0 has 4 processors. B D is 16 s: only D may grow: 2 (4 s). A with its 15 s is the critical path
  // then and may not.
  EXPECT_EQ(cluster_allocation(two_levels(), 4, 1, {AllocationMethod::mcpa, AreaDivisor::classic}),
            (Allocation{1, 2, 1, 2}));
}

TEST(ClusterAllocation, McpaLeavesLevelsWiderThanTheClusterAlone) {
  // Three entries on two processors stay at one each. Behind A (6 s) comes B (8 flop): 14 s against an area of 16/2:
  // B gets 2.
  const TaskGraph graph = test::graph({{6, 0}, {1, 0}, {1, 0}, {8, 0}}, {{0, 3, 0}});
  EXPECT_EQ(cluster_allocation(graph, 2, 1, {AllocationMethod::mcpa, AreaDivisor::classic}), (Allocation{1, 1, 1, 2}));
}

// Three tasks of 12 flop side by side on 4 processors.
TaskGraph three_tasks(double alpha) { return test::graph({{12, alpha}, {12, alpha}, {12, alpha}}); }

TEST(ClusterAllocation, BicpaTakesTheShortestMakespanOfAllAreas) {
  // A quarter is sequential: 12 s on one processor, 7.5 s on two. Over 4 processors the area is 9 s, then 9.75, 10.5,
  // 11.25 while each task grows to 2: then two tasks run at once and the third behind them, 15 s. Over 1 to 3 the area
  // is at least 12 s and nothing grows: 12 s.
  EXPECT_EQ(cluster_allocation(three_tasks(0.25), 4, 1, {AllocationMethod::cpa, AreaDivisor::classic}),
            (Allocation{2, 2, 2}));
  EXPECT_EQ(cluster_allocation(three_tasks(0.25), 4, 1, {AllocationMethod::bicpa, AreaDivisor::classic}),
            (Allocation{1, 1, 1}));
}

TEST(ClusterAllocation, BicpaTakesTheSmallestAreaOfATie) {
  // Without a sequential fraction either allocation takes 12 s and the same work.
  EXPECT_EQ(cluster_allocation(three_tasks(0), 4, 1, {AllocationMethod::cpa, AreaDivisor::classic}),
            (Allocation{2, 2, 2}));
  EXPECT_EQ(cluster_allocation(three_tasks(0), 4, 1, {AllocationMethod::bicpa, AreaDivisor::classic}),
            (Allocation{1, 1, 1}));
}

TEST(ClusterAllocation, BicpaTakesTheLargeAreaWhereItPays) {
  // One task of 12 flop on 3 processors. Over q processors it grows until 12/n <= 12/q: to q, and 4 s is the best.
  EXPECT_EQ(cluster_allocation(test::graph({{12, 0}}), 3, 1, {AllocationMethod::bicpa, AreaDivisor::classic}),
            (Allocation{3}));
}

struct Drawn {
  TaskGraph graph;
  int processors;
  AreaDivisor divisor;
};

Drawn draw_allocation(RandomStream& random) {
  return {test::draw_graph(random, {"1", "5", "10", "20"}), static_cast<int>(random.uniform_integer(1, 30)),
          random.uniform_integer(0, 1) == 0 ? AreaDivisor::classic : AreaDivisor::improved};
}

TEST(ClusterAllocation, McpaLevelsFitTheClusterOrNeverGrew) {
  RandomStream random(31);
  int fitting = 0;
  for (int round = 0; round < 1000; ++round) {
    const Drawn drawn = draw_allocation(random);
    const Allocation mcpa =
        cluster_allocation(drawn.graph, drawn.processors, 1e9, {AllocationMethod::mcpa, drawn.divisor});
    const Allocation cpa =
        cluster_allocation(drawn.graph, drawn.processors, 1e9, {AllocationMethod::cpa, drawn.divisor});
    bool cpa_fits = true;
    for (int level = 0; level < drawn.graph.level_count(); ++level) {
      int tasks = 0, used = 0, used_by_cpa = 0;
      for (int task = 0; task < drawn.graph.task_count(); ++task) {
        if (drawn.graph.level(task) != level) continue;
        ++tasks;
        used += mcpa[task];
        used_by_cpa += cpa[task];
      }
      ASSERT_LE(used, std::max(tasks, drawn.processors)) << "round " << round;
      cpa_fits = cpa_fits && used_by_cpa <= drawn.processors;
    }
    // Where CPA keeps within the cluster by itself there is nothing to forbid.
    ASSERT_TRUE(!cpa_fits || mcpa == cpa) << "round " << round;
    fitting += cpa_fits ? 1 : 0;
  }
  EXPECT_GT(fitting, 100);
  EXPECT_LT(fitting, 900);
}

TEST(ClusterAllocation, BicpaIsTheBestOfAsManyRunsOfCpaAsThereAreProcessors) {
  RandomStream random(37);
  for (int round = 0; round < 500; ++round) {
    const Drawn drawn = draw_allocation(random);
    const TaskGraph& graph = drawn.graph;
    using Value = std::tuple<double, double, int>;  // s, flop, q
    std::optional<std::pair<Value, Allocation>> best;
    for (int q = 1; q <= drawn.processors; ++q) {
      const Allocation run =
          cpa_allocation(graph, 1e9, std::vector<int>(graph.tasks().size(), drawn.processors),
                         drawn.divisor == AreaDivisor::classic ? q : improved_area_divisor(q, graph.task_count()));
      double flop = 0;
      for (int task = 0; task < graph.task_count(); ++task) flop += work(graph.task(task), run[task]);
      const Value value(last_finish(list_plan(graph, run, drawn.processors, 1e9)), flop, q);
      if (!best || value < best->first) best = {value, run};
    }
    ASSERT_EQ(cluster_allocation(graph, drawn.processors, 1e9, {AllocationMethod::bicpa, drawn.divisor}), best->second)
        << "round " << round;
  }
}

}  // namespace
}  // namespace palio
