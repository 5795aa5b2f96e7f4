#include "strategies/ptg/cluster_batch/list_plan.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/strategies/ptg/cluster_batch/random_batch.h"

namespace palio {

bool operator==(const BatchTask& a, const BatchTask& b) { return a.application == b.application && a.task == b.task; }

namespace {

using List = std::vector<BatchTask>;

// Graph 0: task 0 (1 s) before 1 (3 s), 2 (1 s) beside them: bottom levels 4, 3, 1. Graph 1: task 0 (2 s) before 1
// (0.5 s): 2.5, 0.5. Alone they take 5 and 2.5 s.
class ListOrders : public testing::Test {
protected:
  ListOrders() {
    workload_.applications.push_back({"", test::graph({{1, 0}, {6, 0}, {1, 0}}, {{0, 1, 0}}), 0});
    workload_.applications.push_back({"", test::graph({{4, 0}, {1, 0}}, {{0, 1, 0}}), 0});
  }

  Workload workload_;
  BatchLevels levels_{{4, 3, 1}, {2.5, 0.5}};
  std::vector<double> dedicated_{5, 2.5};
};

TEST_F(ListOrders, BottomLevelsAreThoseOfTheAllocatedTimes) {
  EXPECT_EQ(batch_bottom_levels(workload_, {{1, 2, 1}, {2, 2}}, 1), levels_);
}

TEST_F(ListOrders, ByBottomLevel) {
  EXPECT_EQ(by_bottom_level(workload_, levels_), (List{{0, 0}, {0, 1}, {1, 0}, {0, 2}, {1, 1}}));
}

TEST_F(ListOrders, ByWeightedLevel) {
  // Over 25: 0.16, 0.12, 0.04; over 6.25: 0.4, 0.08.
  EXPECT_EQ(by_weighted_level(workload_, levels_, dedicated_), (List{{1, 0}, {0, 0}, {0, 1}, {1, 1}, {0, 2}}));
}

TEST_F(ListOrders, ByDedicatedMakespan) {
  EXPECT_EQ(by_dedicated_makespan(workload_, levels_, dedicated_), (List{{1, 0}, {1, 1}, {0, 0}, {0, 1}, {0, 2}}));
}

TEST_F(ListOrders, ByPrecedenceLevel) {
  // First level: 4, 2.5, 1; second: 3, 0.5.
  EXPECT_EQ(by_precedence_level(workload_, levels_), (List{{0, 0}, {1, 0}, {0, 2}, {0, 1}, {1, 1}}));
}

TEST_F(ListOrders, InTurns) { EXPECT_EQ(in_turns(workload_, levels_), (List{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}})); }

TEST_F(ListOrders, TiesGoToTheFirstApplication) {
  levels_ = {{4, 2, 2}, {4, 2}};
  dedicated_ = {2, 2};
  EXPECT_EQ(by_bottom_level(workload_, levels_), (List{{0, 0}, {1, 0}, {0, 1}, {0, 2}, {1, 1}}));
  EXPECT_EQ(by_weighted_level(workload_, levels_, dedicated_), (List{{0, 0}, {1, 0}, {0, 1}, {0, 2}, {1, 1}}));
  EXPECT_EQ(by_dedicated_makespan(workload_, levels_, dedicated_), (List{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}}));
}

void expect_list(const Workload& workload, const List& order) {
  std::vector<std::vector<char>> listed;
  std::size_t tasks = 0;
  for (const Application& each : workload.applications) {
    listed.emplace_back(each.graph.tasks().size());
    tasks += each.graph.tasks().size();
  }
  ASSERT_EQ(order.size(), tasks);
  for (const BatchTask& id : order) {
    std::vector<char>& of_its_graph = listed[static_cast<std::size_t>(id.application)];
    const TaskGraph& graph = workload.applications[static_cast<std::size_t>(id.application)].graph;
    for (const Edge& edge : graph.in_edges(id.task)) ASSERT_EQ(of_its_graph[static_cast<std::size_t>(edge.from)], 1);
    ASSERT_EQ(std::exchange(of_its_graph[static_cast<std::size_t>(id.task)], 1), 0);
  }
}

TEST(ListOrder, HoldsEveryTaskOnceBehindItsPredecessors) {
  RandomStream random(43);
  for (int round = 0; round < 500; ++round) {
    const Workload workload = test::draw_batch(random, 4, {"1", "5", "20"});
    BatchAllocation allocation;
    std::vector<double> dedicated;
    for (const Application& each : workload.applications) {
      allocation.emplace_back();
      for (int task = 0; task < each.graph.task_count(); ++task)
        allocation.back().push_back(static_cast<int>(random.uniform_integer(1, 20)));
      dedicated.push_back(random.uniform_real(1, 1000));
    }
    const BatchLevels levels = batch_bottom_levels(workload, allocation, 1e9);
    for (const List& order : {by_bottom_level(workload, levels), by_weighted_level(workload, levels, dedicated),
                              by_dedicated_makespan(workload, levels, dedicated), by_precedence_level(workload, levels),
                              in_turns(workload, levels)}) {
      expect_list(workload, order);
      ASSERT_FALSE(HasFatalFailure()) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace palio
