#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "core/identity/random_stream.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cpa/cpa_allocation.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/list_mapping.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/cluster_batch/random_batch.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

std::vector<double> starts(const std::vector<Slot>& slots) {
  std::vector<double> dates;
  for (const Slot& slot : slots) dates.push_back(slot.start);
  return dates;
}

TEST(ListPlan, TakesTasksInTheOrderOfTheList) {
  // Two processors, 1 flop/s. Graph 0: A (4 s) before B (1 s), one processor each; graph 1: C on both (2 s).
  // List A, C, B: A from 0 to 4; C waits for both, 4 to 6; B, ready at 4, from 6. List A, B, C: B from 4 to 5, C at 5.
  Workload workload = test::workload(test::graph({{4, 0}, {1, 0}}, {{0, 1, 0}}));
  workload.applications.push_back({"", test::graph({{4, 0}}), 0});
  const BatchAllocation allocation{{1, 1}, {2}};
  const BatchPlan late = list_plan(workload, allocation, std::vector<BatchTask>{{0, 0}, {1, 0}, {0, 1}}, 2, 1);
  EXPECT_EQ(starts(late[0]), (std::vector<double>{0, 6}));
  EXPECT_EQ(starts(late[1]), (std::vector<double>{4}));
  const BatchPlan early = list_plan(workload, allocation, std::vector<BatchTask>{{0, 0}, {0, 1}, {1, 0}}, 2, 1);
  EXPECT_EQ(starts(early[0]), (std::vector<double>{0, 4}));
  EXPECT_EQ(starts(early[1]), (std::vector<double>{5}));
}

TEST(ListPlan, NothingStartsBeforeItsRelease) {
  Workload workload = test::workload(test::graph({{4, 0}}));
  workload.applications.front().release_date = 2.5;
  EXPECT_EQ(list_plan(workload, {{2}}, std::vector<BatchTask>{{0, 0}}, 2, 1)[0][0].start, 2.5);
}

TEST(ListPlan, OneGraphFromADateOn) {
  // A (4 s) before B (1 s), C (3 s) beside them on two processors, from 10 s on: A and C at 10, B at 14.
  const TaskGraph graph = test::graph({{4, 0}, {1, 0}, {3, 0}}, {{0, 1, 0}});
  const std::vector<Slot> slots = list_plan(graph, {1, 1, 1}, 2, 1, 10);
  EXPECT_EQ(starts(slots), (std::vector<double>{10, 14, 10}));
  EXPECT_EQ(last_finish(slots), 15);
}

TEST(ListPlan, DedicatedMakespansAreThoseOfTheGraphsAlone) {
  // Two processors. Two tasks of 3 flop side by side: 3 s. One sequential task of 2 flop: 2 s, on however many.
  Workload workload = test::workload(test::graph({{3, 0}, {3, 0}}));
  workload.applications.push_back({"", test::graph({{2, 1}}), 5});
  EXPECT_EQ(dedicated_makespans(workload, 2, 1, {}), (std::vector<double>{3, 2}));
}

// Without communication row CPA gives exactly the dates of list_plan, for every rule.
TEST(ListPlan, MakesTheDatesOfCpa) {
  RandomStream random(23);
  for (int round = 0; round < 1000; ++round) {
    const TaskGraph graph = test::without_data(test::draw_graph(random, {"1", "5", "10", "20"}));
    const auto processors = static_cast<int>(random.uniform_integer(1, 24));
    const double speed = 3e9;
    const std::string recipe =
        fmt::format("CPA:allocation={},area_divisor={}", test::pick(random, {"cpa", "mcpa", "bicpa"}),
                    test::pick(random, {"classic", "improved"}));
    const SchedulingResult cpa =
        test::scheduled_by(recipe, test::fast_platform({test::cluster(processors, speed)}), test::workload(graph));
    const AllocationRule rule = allocation_rule(parse_recipe(recipe, strategy("CPA").parameters).parameters);
    const std::vector<int> allocation = cluster_allocation(graph, processors, speed, rule);
    const std::vector<Slot> slots = list_plan(graph, allocation, processors, speed);
    for (std::size_t task = 0; task < slots.size(); ++task) {
      const Placement& placed = cpa.schedule.placements.front()[task];
      ASSERT_EQ(slots[task].start, placed.start) << "round " << round;
      ASSERT_EQ(slots[task].finish(), placed.finish) << "round " << round;
      ASSERT_EQ(slots[task].processors, static_cast<int>(placed.processors.size())) << "round " << round;
    }
  }
}

// A batch of one graph, listed by bottom level, is that graph alone.
TEST(ListPlan, OfOneGraphIsTheSameBothWays) {
  RandomStream random(29);
  for (int round = 0; round < 500; ++round) {
    const Workload workload = test::workload(test::draw_graph(random, {"1", "5", "20"}));
    const auto processors = static_cast<int>(random.uniform_integer(1, 24));
    const BatchAllocation allocation{cluster_allocation(workload.applications[0].graph, processors, 1e9, {})};
    const std::vector<BatchTask> order = by_bottom_level(workload, batch_bottom_levels(workload, allocation, 1e9));
    ASSERT_EQ(starts(list_plan(workload, allocation, order, processors, 1e9).front()),
              starts(list_plan(workload.applications[0].graph, allocation.front(), processors, 1e9)));
  }
}

TEST(ProcessorGroups, StartsWhenEnoughAreFree) {
  // Three processors from 1 s on; one of them is then busy until 4.
  ProcessorGroups free(3, 1);
  EXPECT_EQ(free.start(3, 0), 1);
  free.occupy(1, 0, 4);
  EXPECT_EQ(free.start(2, 0), 1);
  EXPECT_EQ(free.start(2, 2), 2);
  EXPECT_EQ(free.start(3, 2), 4);
}

TEST(ProcessorGroups, TakesTheMostRecentlyFreedFirst) {
  // Free since 0, 2 and 3. A task of one processor that is ready at 2 takes the second: left are 0, 3 and its finish 9.
  ProcessorGroups free(3, 0);
  free.occupy(1, 0, 2);
  free.occupy(1, 0, 3);
  free.occupy(1, 2, 9);
  EXPECT_EQ(free.start(1, 0), 0);
  EXPECT_EQ(free.start(2, 0), 3);
  EXPECT_EQ(free.start(3, 0), 9);
}

// Small whole dates often coincide.
TEST(ProcessorGroups, CountsWhatTheTimelineNumbers) {
  RandomStream random(5);
  for (int round = 0; round < 2000; ++round) {
    const auto processors = static_cast<int>(random.uniform_integer(1, 12));
    const auto draw = [&](int largest) {
      return round % 2 == 0 ? static_cast<double>(random.uniform_integer(0, largest)) : random.uniform_real(0, largest);
    };
    const double begin = draw(3);
    ProcessorGroups groups(processors, begin);
    ClusterTimeline timeline(processors);
    std::vector<int> all(static_cast<std::size_t>(processors));
    std::iota(all.begin(), all.end(), 0);
    timeline.occupy(all, begin);
    for (int task = 0; task < 30; ++task) {
      const auto n = static_cast<int>(random.uniform_integer(1, processors));
      const double ready = draw(20);
      const double start = timeline.start(n, ready);
      ASSERT_EQ(groups.start(n, ready), start) << "round " << round << ", task " << task;
      const double finish = start + draw(5) + 0.5;
      groups.occupy(n, ready, finish);
      timeline.occupy(timeline.choose(n, ready), finish);
    }
  }
}

using AllocationMethod = AllocationRule::Method;
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
    // If CPA itself stays within the cluster, MCPA forbids nothing.
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
    std::vector<char>& of_its_graph = listed[id.application];
    const TaskGraph& graph = workload.applications[id.application].graph;
    for (const Edge& edge : graph.in_edges(id.task)) ASSERT_EQ(of_its_graph[edge.from], 1);
    ASSERT_EQ(std::exchange(of_its_graph[id.task], 1), 0);
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
