#include "strategies/ptg/known_schedule.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "platforms/family.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/strategies/sequential/examples.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"
#include "workloads/family.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

Task placed(double flop, const KnownPlace& place, const std::string& name = "") {
  return {.flop = flop, .alpha = 1, .name = name, .place = place};
}

// On two processors of 1 flop/s without data. By number, tasks 0 and 1 would go first on processor 0.
TEST(Assignment, KeepsTheOrderOfStarts) {
  const Platform platform = test::mesh({1, 1});
  const Workload workload = test::workload(
      {{placed(4, {0, 1, 2}), placed(3, {1, 1, 1}), placed(2, {0, 1, 0}), placed(1, {1, 1, 0})}, {{1, 0, 0}}});
  // Processor 1: task 3 from 0 to 1, task 1 to 4; processor 0: task 2 to 2, and task 0, which waits for task 1.
  EXPECT_EQ(runs("Assignment", platform, workload), (Runs{{0, 4, 8}, {1, 1, 4}, {0, 0, 2}, {1, 0, 1}}));
}

// Roofline: 6 flop on two processors take 3 s, and then 2 flop on the second one 2 s.
TEST(Assignment, GivesATaskAllItsProcessors) {
  const Platform platform = test::fast_platform({test::cluster(3, 1)});
  Task wide = placed(6, {1, 2, 0});
  wide.alpha = 0;
  wide.speedup = {.law = SpeedupLaw::roofline, .max_processors = 2};
  const Workload workload = test::workload({{wide, placed(2, {2, 1, 3})}, {}});
  const SchedulingResult result = schedule_assignment(platform, workload, {});
  EXPECT_EQ(result.schedule.placements[0][0].processors, (std::vector<int>{1, 2}));
  EXPECT_EQ(runs("Assignment", platform, workload), (Runs{{1, 0, 3}, {2, 3, 5}}));
}

TEST(Assignment, RefusesStartsAgainstTheEdges) {
  const Workload workload = test::workload({{placed(1, {0, 1, 5}, "a"), placed(1, {0, 1, 0}, "b")}, {{0, 1, 0}}});
  EXPECT_EQ(test::error_of([&] { runs("Assignment", test::mesh({1}), workload); }),
            "Assignment: task \"b\" starts at 0 s, before \"a\", which it needs, starts at 5 s");
}

// Two tasks of 2 s, the second one from `start` on; the file says 4 s.
std::string error_of_reference(double start, double reference) {
  Workload workload = test::workload({{placed(2, {0, 1, 0}), placed(2, {0, 1, start})}, {}});
  workload.reference_makespan = reference;
  return test::error_of([&] { check_reference(test::mesh({1}), workload); });
}

TEST(Reference, IsReachedByTheScheduleThatTheWorkloadNames) {
  EXPECT_EQ(error_of_reference(2, 4), "no error");
  EXPECT_EQ(error_of_reference(2, 4 + 1e-9), "no error");
  EXPECT_EQ(error_of_reference(2, 3.5),
            "the schedule that the workload names takes 4 s, but its reference makespan is 3.5 s");
  EXPECT_EQ(error_of_reference(1, 3),
            "the schedule of 3 s that the workload names is not valid on this platform: task 1 starts at 1 s on "
            "processor 0, which task 0 keeps until 2 s");
}

Workload constructed(const std::string& parameters, int sample) {
  const WorkloadFamily& family = workload_family("constructed");
  const std::string recipe = fmt::format("constructed:{},sample={},seed=59", parameters, sample);
  return as<Workload>(family.build(parse_recipe(recipe, family.parameters), ""));
}

// The schedule is valid, takes the time of all work on all processors, and so does Assignment.
TEST(Constructed, TheScheduleReachesTheBoundOfTheArea) {
  RandomStream random(59);
  for (int i = 0; i < 2000; ++i) {
    const auto hosts = random.uniform_integer(1, 16);
    const std::string ratio = test::pick(random, {"1", "2.5", "10"});
    const bool is_parallel = i % 3 == 0;
    const Workload workload =
        constructed(fmt::format("tasks={},machines={},speed_ratio={},ccr={},edges_per_task={},durations={},law={}",
                                random.uniform_integer(hosts, 200), hosts, is_parallel ? "1" : ratio,
                                is_parallel ? "0" : test::pick(random, {"0", "0.1", "1", "10"}),
                                test::pick(random, {"0", "0.7", "3"}),
                                test::pick(random, {"uniform", "exponential", "log-normal", "equal"}),
                                is_parallel ? test::pick(random, {"amdahl", "roofline"}) : "sequential"),
                    i);
    std::vector<double> speeds;
    for (int host = 0; host < hosts; ++host)
      speeds.push_back(1e9 * (1 + (std::stod(ratio) - 1) * (hosts > 1 ? host / static_cast<double>(hosts - 1) : 0)));
    Platform platform = test::mesh(speeds);
    platform.pair_links.assign(platform.pair_links.size(), {1.25e8, 0});
    if (is_parallel) platform = test::fast_platform({test::cluster(static_cast<int>(hosts), 1e9)});
    ASSERT_EQ(test::error_of([&] { check_reference(platform, workload); }), "no error") << i;
    double power = 0;
    for (const Cluster& cluster : platform.clusters) power += cluster.processors * cluster.speed;
    const double area = workload.applications[0].graph.total_flop() / power;
    EXPECT_NEAR(*workload.reference_makespan / area, 1, 1e-9) << i;
    double end = 0;
    for (const test::Run& run : runs("Assignment", platform, workload)) end = std::max(end, run.finish);
    ASSERT_NEAR(end / area, 1, 1e-9) << i;
  }
}

TEST(Constructed, HasAsManyTasksAndEdgesAndAsMuchDataAsAskedFor) {
  double edges = 0, data = 0;  // data in s
  for (int sample = 0; sample < 20; ++sample) {
    const Workload workload = constructed("tasks=1000,machines=4,ccr=0.5,edges_per_task=2.5", sample);
    const TaskGraph& graph = workload.applications[0].graph;
    EXPECT_EQ(graph.task_count(), 1000);
    edges += static_cast<double>(graph.edges().size());
    for (const Edge& edge : graph.edges()) data += edge.bytes / 1.25e8;
    EXPECT_EQ(*workload.reference_makespan, 2500);
  }
  // Few of the 50,000 draws name a parent twice or come before any task has ended.
  EXPECT_NEAR(edges / 20 / 1000, 2.5, 0.5);
  EXPECT_NEAR(data / edges / 10, 0.5, 0.02);
}

TEST(Constructed, RefusesWhatHasNoKnownOptimum) {
  const auto error = [](const std::string& parameters) { return test::error_of([&] { constructed(parameters, 0); }); };
  EXPECT_EQ(error("tasks=3,machines=4"), "constructed has 3 tasks for 4 machines: give at least one for each");
  EXPECT_EQ(error("tasks=9,machines=4,law=amdahl,ccr=1"),
            "constructed has data (ccr) and the law amdahl, but parallel tasks could send them in less time: leave out "
            "ccr");
  EXPECT_EQ(error("tasks=9,machines=4,law=roofline,speed_ratio=2"),
            "constructed has machines of different speeds and the law roofline: a rectangle needs equal ones");
}

}  // namespace
}  // namespace palio
