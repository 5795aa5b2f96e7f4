#include "strategies/ptg/cluster_batch/task_orders.h"

#include <gtest/gtest.h>

#include "strategies/ptg/cluster_batch/list_plan.h"
#include "tests/strategies/cluster_batch/small_graphs.h"

namespace palio {
namespace {

using Names = std::vector<std::pair<int, int>>;

Names order_of(const Workload& workload, const BatchAllocation& allocation, TaskOrder order,
               const std::vector<double>& dedicated) {
  Names names;
  for (const BatchTask& id : batch_order(workload, allocation, 1, order, dedicated))
    names.emplace_back(id.application, id.task);
  return names;
}

TEST(TaskOrders, RankByLevelByWeightAndByGraph) {
  // A chain of 2 s and 1 s (levels 3 and 1, C* 3) and a task of 4 s (C* 4). Weights 3/9, 1/9 and 4/16.
  const Workload workload = test::batch({test::graph({{4, 1}}), test::chain({{2, 1}, {1, 1}})});
  const BatchAllocation allocation{{1}, {1, 1}};
  EXPECT_EQ(order_of(workload, allocation, TaskOrder::plain, {}), (Names{{0, 0}, {1, 0}, {1, 1}}));
  EXPECT_EQ(order_of(workload, allocation, TaskOrder::weight, {4, 3}), (Names{{1, 0}, {0, 0}, {1, 1}}));
  EXPECT_EQ(order_of(workload, allocation, TaskOrder::order, {4, 3}), (Names{{1, 0}, {1, 1}, {0, 0}}));
}

TEST(TaskOrders, LevelsAreThoseOfTheAllocation) {
  // 8 flop on two processors take 4 s, less than 5 s.
  const Workload workload = test::batch({test::graph({{8, 0}}), test::graph({{5, 0}})});
  EXPECT_EQ(order_of(workload, {{1}, {1}}, TaskOrder::plain, {}), (Names{{0, 0}, {1, 0}}));
  EXPECT_EQ(order_of(workload, {{2}, {1}}, TaskOrder::plain, {}), (Names{{1, 0}, {0, 0}}));
}

TEST(TaskOrders, TiesGoByApplicationAndPosition) {
  // Two equal graphs, each a chain of 1 s tasks beside a task of 2 s: levels 2, 1, 2. Graphs of one C* are not mixed.
  const TaskGraph graph = test::graph({{1, 1}, {1, 1}, {2, 1}}, {{0, 1, 0}});
  const Workload workload = test::batch({graph, graph});
  const BatchAllocation allocation{{1, 1, 1}, {1, 1, 1}};
  EXPECT_EQ(order_of(workload, allocation, TaskOrder::plain, {}),
            (Names{{0, 0}, {0, 2}, {1, 0}, {1, 2}, {0, 1}, {1, 1}}));
  EXPECT_EQ(order_of(workload, allocation, TaskOrder::order, {3, 3}),
            (Names{{0, 0}, {0, 2}, {0, 1}, {1, 0}, {1, 2}, {1, 1}}));
}

TEST(TaskOrders, EveryTaskComesOnceBehindItsPredecessors) {
  RandomStream random(10);
  for (int i = 0; i < 500; ++i) {
    const Workload workload = test::small_batch(random, 5, 12);
    BatchAllocation allocation;
    for (const Application& each : workload.applications)
      allocation.emplace_back(each.graph.tasks().size(), static_cast<int>(random.uniform_integer(1, 4)));
    const std::vector<double> dedicated = dedicated_makespans(workload, 4, 1, {});
    for (const TaskOrder order : {TaskOrder::plain, TaskOrder::weight, TaskOrder::order}) {
      std::vector<std::vector<int>> done;
      for (const Application& each : workload.applications) done.emplace_back(each.graph.tasks().size(), 0);
      for (const BatchTask& id : batch_order(workload, allocation, 1, order, dedicated)) {
        std::vector<int>& graph = done[static_cast<std::size_t>(id.application)];
        for (const Edge& edge : workload.applications[static_cast<std::size_t>(id.application)].graph.in_edges(id.task))
          ASSERT_EQ(graph[static_cast<std::size_t>(edge.from)], 1);
        ASSERT_EQ(graph[static_cast<std::size_t>(id.task)]++, 0);
      }
      for (const std::vector<int>& graph : done) ASSERT_EQ(graph, std::vector<int>(graph.size(), 1));
    }
  }
}

}  // namespace
}  // namespace palio
