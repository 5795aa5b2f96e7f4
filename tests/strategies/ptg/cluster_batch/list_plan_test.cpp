#include "strategies/ptg/cluster_batch/list_plan.h"

#include <gtest/gtest.h>

#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/cluster_batch/random_batch.h"

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

Parameters cpa_parameters(const std::string& method, const std::string& divisor) {
  return parse_recipe("CPA:allocation=" + method + ",area_divisor=" + divisor, strategy("CPA").parameters).parameters;
}

// Without communication row CPA makes the very dates of list_plan, for every rule.
TEST(ListPlan, MakesTheDatesOfCpa) {
  RandomStream random(23);
  for (int round = 0; round < 1000; ++round) {
    const TaskGraph graph = test::without_data(test::draw_graph(random, {"1", "5", "10", "20"}));
    const auto processors = static_cast<int>(random.uniform_integer(1, 24));
    const double speed = 3e9;
    const Parameters parameters =
        cpa_parameters(test::pick(random, {"cpa", "mcpa", "bicpa"}), test::pick(random, {"classic", "improved"}));
    const SchedulingResult cpa =
        method_if<GraphMethod>(strategy("CPA"))
            ->schedule(test::fast_platform({test::cluster(processors, speed)}), test::workload(graph), parameters);
    const std::vector<int> allocation = cluster_allocation(graph, processors, speed, allocation_rule(parameters));
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

}  // namespace
}  // namespace palio
