#include "runners/custom/graph_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "plugin/palio/graph_strategy.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/schedule_validator.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

const std::vector<int> k_first{0}, k_second{1};  // processors

using testing::HasSubstr;

constexpr double k_open = std::numeric_limits<double>::quiet_NaN();

// Two processors of 1 flop/s on a network that takes no time; 6 flop before 4 flop, and 3 flop beside them.
const Platform k_plan_platform = test::fast_platform({test::cluster(2, 1)});
const Workload k_plan_workload = test::workload(test::graph({{6, 0}, {4, 0}, {3, 0}}, {{0, 1, 0}}));

std::string refused(const std::function<void(GraphPlan&)>& fill) {
  GraphPlan plan(k_plan_platform, k_plan_workload);
  fill(plan);
  try {
    plan.schedule();
  } catch (const InvalidAnswer& problem) {
    return problem.what();
  }
  return "";
}

TEST(GraphPlan, MakesDatesInTheOrderOfTheTasks) {
  // Task 0 on both processors: 0 to 3 s. Task 2 on processor 1: 3 to 6 s. Task 1 on processor 0: 3 to 7 s.
  GraphPlan plan(k_plan_platform, k_plan_workload);
  plan.place(0, 0, {1, 0}, k_open, k_open);
  plan.place(0, 2, {1}, k_open, k_open);
  plan.place(0, 1, {0}, k_open, k_open);
  const Schedule schedule = plan.schedule();
  const std::vector<Placement>& placed = schedule.placements.front();
  EXPECT_EQ(placed[0].processors, (std::vector<int>{0, 1}));
  EXPECT_DOUBLE_EQ(placed[0].finish, 3);
  EXPECT_DOUBLE_EQ(placed[2].start, 3);
  EXPECT_DOUBLE_EQ(placed[2].finish, 6);
  EXPECT_DOUBLE_EQ(placed[1].start, 3);
  EXPECT_DOUBLE_EQ(placed[1].finish, 7);
  EXPECT_EQ(find_violation(k_plan_platform, k_plan_workload, schedule), std::nullopt);
}

TEST(GraphPlan, MakesDatesFromTheTimesOfUnrelatedMachines) {
  // Released at 10 s. Task 0 takes 5 s on host 0 and 2 s on host 1: there from 10 to 12 s. Task 1 takes 3 s on host 0,
  // whose 4 bytes arrive 4 s after task 0: from 16 to 19 s.
  Platform platform = test::mesh({1, 1});
  platform.pair_links.assign(platform.pair_links.size(), {1, 0});
  Workload workload = test::workload({{{0, 1, "", {5, 2}}, {0, 1, "", {3, 9}}}, {{0, 1, 4}}});
  workload.applications.front().release_date = 10;
  GraphPlan plan(platform, workload);
  plan.place(0, 0, {1}, k_open, k_open);
  plan.place(0, 1, {0}, k_open, k_open);
  const Schedule schedule = plan.schedule();
  EXPECT_DOUBLE_EQ(schedule.placements[0][0].finish, 12);
  EXPECT_DOUBLE_EQ(schedule.placements[0][1].start, 16);
  EXPECT_DOUBLE_EQ(schedule.placements[0][1].finish, 19);
  EXPECT_EQ(find_violation(platform, workload, schedule), std::nullopt);
}

TEST(GraphPlan, RefusesTimesForOtherMachines) {
  Workload workload = test::workload({{{0, 1, "", {5, 2}}}, {}});
  workload.applications.push_back({"late", {{{0, 1, "", {5, 2, 3}}}, {}}, 0});
  EXPECT_EQ(test::error_of([&] {
              GraphPlan(test::mesh({1, 1}), workload);
            }),
            "the tasks of application \"late\" have 3 times each, but the platform has 2 hosts");
}

TEST(GraphPlan, KeepsDatesThatAreGiven) {
  GraphPlan plan(k_plan_platform, k_plan_workload);
  plan.place(0, 0, {0}, 1, 7);
  plan.place(0, 1, {0}, 8, 12);
  plan.place(0, 2, {1}, 0, 3);
  EXPECT_DOUBLE_EQ(plan.schedule().placements[0][1].start, 8);
}

TEST(GraphPlan, NamesWhatIsNoSchedule) {
  EXPECT_THAT(refused([](GraphPlan&) {}), HasSubstr("task 0 of application 0 is not placed"));
  EXPECT_THAT(refused([](GraphPlan& plan) { plan.place(1, 0, {0}, 0, 1); }), HasSubstr("the workload has 1"));
  EXPECT_THAT(refused([](GraphPlan& plan) { plan.place(0, 3, {0}, 0, 1); }), HasSubstr("has 3 tasks"));
  EXPECT_THAT(refused([](GraphPlan& plan) { plan.place(0, -1, {0}, 0, 1); }), HasSubstr("task -1"));
  EXPECT_THAT(refused([](GraphPlan& plan) { plan.place(0, 0, {}, 0, 1); }), HasSubstr("no processor"));
  EXPECT_THAT(refused([](GraphPlan& plan) { plan.place(0, 0, {2}, 0, 1); }), HasSubstr("are 0 to 1"));
  EXPECT_THAT(refused([](GraphPlan& plan) {
                plan.place(0, 0, {0}, 0, 6);
                plan.place(0, 0, {0}, 0, 6);
              }),
              HasSubstr("placed twice"));
  EXPECT_THAT(refused([](GraphPlan& plan) {
                for (const int task : {1, 0, 2}) plan.place(0, task, {0}, k_open, k_open);
              }),
              HasSubstr("placed before task 0"));
}

TEST(GraphPlan, HandsOverWhatThePlatformAndTheGraphsAre) {
  // Edges: by parent, and by child.
  const Workload workload = test::workload(test::graph({{1, 0}, {1, 0}, {1, 0.5}}, {{0, 2, 7}, {1, 2, 8}, {0, 1, 9}}));
  const PlainInstance instance(k_plan_platform, workload);
  const palio_graph_instance& plain = instance.plain();
  ASSERT_EQ(plain.graph_count, 1);
  const palio_graph& graph = plain.graphs[0];
  ASSERT_EQ(graph.edge_count, 3);
  EXPECT_EQ(graph.first_out[1], 2);
  EXPECT_EQ(graph.edges[graph.first_out[1]].bytes, 8);
  EXPECT_EQ(graph.first_in[2], 1);
  EXPECT_EQ(graph.in_edges[graph.first_in[2]].bytes, 7);
  EXPECT_EQ(graph.in_edges[graph.first_in[2] + 1].from, 1);
  EXPECT_EQ(graph.first_in[3], 3);
  EXPECT_EQ(graph.tasks[2].alpha, 0.5);
  EXPECT_EQ(plain.platform.clusters[0].processors, 2);
  EXPECT_EQ(plain.communication(&plain, 1, 5, 1, 0).latency, std::numeric_limits<double>::infinity());
  EXPECT_EQ(plain.times[0], nullptr);
}

TEST(GraphPlan, HandsOverTimesByTaskAndCluster) {
  Workload workload = test::workload(test::graph({{1, 0}}));
  workload.applications.push_back({"timed", {{{0, 1, "", {3, 4}}, {0, 1, "", {5, 6}}}, {}}, 0});
  const PlainInstance instance(test::mesh({1, 1}), workload);
  const palio_graph_instance& plain = instance.plain();
  EXPECT_EQ(plain.times[0], nullptr);
  EXPECT_EQ(std::vector<double>(plain.times[1], plain.times[1] + 4), (std::vector<double>{3, 4, 5, 6}));
  EXPECT_EQ(plain.graphs[1].tasks[0].flop, 0);
}

// Of the graph that has another law than Amdahl's alone.
TEST(GraphPlan, HandsOverSpeedupLaws) {
  Workload workload = test::workload(test::graph({{1, 0.5}}));
  workload.applications.push_back(
      {"laws", {{{1, 0.5, ""}, {8, 0, "", {}, {SpeedupLaw::powercom, Speedup::k_any_number, 0.25, 0.5}}}, {}}, 0});
  const PlainInstance instance(k_plan_platform, workload);
  const palio_graph_instance& plain = instance.plain();
  EXPECT_EQ(plain.speedups[0], nullptr);
  EXPECT_EQ(plain.speedups[1][0].law, PALIO_AMDAHL);
  EXPECT_EQ(plain.speedups[1][1].law, PALIO_POWERCOM);
  EXPECT_EQ(plain.speedups[1][1].overhead, 0.25);
}

// The headers for libraries compute with std::pow, Palio without.
TEST(GraphPlan, LibrariesComputeTheTimesOfPalio) {
  using enum SpeedupLaw;
  std::vector<Task> tasks;
  for (const Speedup& speedup : {Speedup{}, Speedup{roofline, 3}, Speedup{.law = communication, .overhead = 0.01},
                                 Speedup{general, 3, 0.01}, Speedup{powercom, Speedup::k_any_number, 0.01, 0.3}})
    tasks.push_back({12, parameters_of(speedup.law).alpha ? 0.25 : 0, "", {}, speedup});
  const Workload workload = one_graph(tasks, {});
  const Platform platform = test::fast_platform({test::cluster(8, 2)});
  const PlainInstance instance(platform, workload);
  const own::GraphView view(instance.plain(), 0);
  for (int task = 0; task < view.task_count(); ++task)
    for (const int n : {1, 2, 3, 8})
      EXPECT_DOUBLE_EQ(view.execution_time(task, n, 0), execution_time(tasks[static_cast<std::size_t>(task)], n, 2.0));
}

// From 7 s on processor 0 and from 5 s on processor 1; 20 bytes for task 1 come from processor 0, sent at 4 s, over
// links of 10 byte/s with a latency of 3 s: at 4 + 3 + 2 = 9 s on processor 1. Task 1 is there from 9 to 13 s, task 0
// on processor 0, to which its data need not move, from 7 to 13 s.
TEST(GraphPlan, MakesDatesNextToWhatRuns) {
  const Platform platform = test::platform({test::cluster(2, 1)});
  Workload workload = test::workload(test::graph({{6, 0}, {4, 0}}));
  workload.background =
      std::make_shared<const Background>(Background{{7, 5}, {{0, 0, 20, 0, k_first, 4}, {0, 1, 20, 0, k_first, 4}}});
  const PlainInstance instance(platform, workload);
  EXPECT_EQ(instance.plain().free_from[1], 5);
  ASSERT_EQ(instance.plain().inflow_count, 2);
  EXPECT_EQ(instance.plain().inflows[1].task, 1);
  EXPECT_EQ(instance.plain().inflows[1].processors[0], 0);
  EXPECT_EQ(instance.plain().arrivals[1].processors, nullptr);
  GraphPlan plan(platform, workload);
  plan.place(0, 1, {1}, k_open, k_open);
  plan.place(0, 0, {0}, k_open, k_open);
  const Schedule schedule = plan.schedule();
  EXPECT_DOUBLE_EQ(schedule.placements[0][1].start, 9);
  EXPECT_DOUBLE_EQ(schedule.placements[0][1].finish, 13);
  EXPECT_DOUBLE_EQ(schedule.placements[0][0].start, 7);
  EXPECT_EQ(PlainInstance(k_plan_platform, k_plan_workload).plain().free_from, nullptr);
}

// The same, but the data of task 1 left for processor 1 before, and are there at 6 s; on processor 0 it would wait
// until 7.
TEST(GraphPlan, CountsOnDataThatAreUnderWayToTheSameProcessors) {
  const Platform platform = test::platform({test::cluster(2, 1)});
  Workload workload = test::workload(test::graph({{6, 0}, {4, 0}}));
  workload.background =
      std::make_shared<const Background>(Background{{7, 5}, {{0, 1, 20, 0, k_first, 4, k_second, 6}}});
  const auto start_on = [&](int processor) {
    GraphPlan plan(platform, workload);
    plan.place(0, 1, {processor}, k_open, k_open);
    plan.place(0, 0, {1 - processor}, k_open, k_open);
    return plan.schedule().placements[0][1].start;
  };
  EXPECT_DOUBLE_EQ(start_on(1), 6);
  EXPECT_DOUBLE_EQ(start_on(0), 7);
  const PlainInstance instance(platform, workload);
  const palio_arrival& arrival = instance.plain().arrivals[0];
  ASSERT_EQ(arrival.count, 1);
  EXPECT_EQ(arrival.processors[0], 1);
  EXPECT_EQ(arrival.date, 6);
}

TEST(GraphPlan, TakesDecisionsInTheirOrder) {
  GraphPlan plan(k_plan_platform, k_plan_workload);
  plan.place(0, 2, {1, 0}, k_open, k_open);
  plan.place(0, 0, {1}, k_open, k_open);
  const std::vector<Decision> decisions = plan.decisions();
  ASSERT_EQ(decisions.size(), 2);
  EXPECT_EQ(decisions[0].task, 2);
  EXPECT_EQ(decisions[0].cluster, 0);
  EXPECT_EQ(decisions[0].processors, (std::vector<int>{0, 1}));
  EXPECT_EQ(decisions[1].task, 0);
}

TEST(GraphPlan, NamesWhatIsNoDecision) {
  const auto refused_decision = [](double start) {
    GraphPlan plan(k_plan_platform, k_plan_workload);
    plan.place(0, 0, {0}, start, start);
    plan.place(0, 2, {start > 0 ? 1 : 7}, k_open, k_open);
    try {
      plan.decisions();
    } catch (const InvalidAnswer& problem) {
      return std::string(problem.what());
    }
    return std::string();
  };
  EXPECT_THAT(refused_decision(1), HasSubstr("a decision has dates"));
  EXPECT_THAT(refused_decision(k_open), HasSubstr("processor 7"));
}

}  // namespace
}  // namespace palio
