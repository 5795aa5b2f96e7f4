#include <gtest/gtest.h>

#include <algorithm>

#include "core/identity/random_stream.h"
#include "platforms/family.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/registry.h"
#include "workloads/family.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

struct RandomInstance {
  Platform platform;
  Workload workload;
};

std::string pick_value(RandomStream& random, const std::vector<std::string>& values) {
  return values[static_cast<std::size_t>(random.uniform_integer(0, static_cast<std::int64_t>(values.size()) - 1))];
}

std::string multi_cluster(RandomStream& random) {
  return "random-multi-cluster:clusters=" + pick_value(random, {"1", "2", "4", "8"}) +
         ",min_speed=" + pick_value(random, {"250000000", "1000000000"}) +
         ",heterogeneity=" + pick_value(random, {"1", "2", "5"}) +
         ",min_processors=1,max_processors=" + pick_value(random, {"4", "32", "128"});
}

std::string mesh(RandomStream& random) {
  return "mesh:hosts=" + pick_value(random, {"1", "3", "8"}) + ",heterogeneity=" + pick_value(random, {"1", "2", "5"}) +
         ",max_latency=" + pick_value(random, {"0", "1"}) +
         ",min_bandwidth=1e6,pairs=" + pick_value(random, {"unordered", "ordered"});
}

// On the platform of a recipe without sample and seed.
RandomInstance draw_instance(RandomStream& random, int seed, std::string (*draw_platform)(RandomStream&)) {
  const std::string draw = ",sample=0,seed=" + std::to_string(seed);
  const std::string platform = draw_platform(random) + draw;
  const std::string workload =
      "random-ptg:tasks=" + pick_value(random, {"1", "5", "10", "30"}) +
      ",width=" + pick_value(random, {"0.1", "0.5", "0.8"}) + ",regularity=" + pick_value(random, {"0.2", "0.8"}) +
      ",density=" + pick_value(random, {"0.2", "0.8"}) + ",jump=" + pick_value(random, {"1", "2", "4"}) +
      ",complexity=" + pick_value(random, {"stencil", "sort", "matmul", "mixed"}) + draw;
  const PlatformFamily& platforms = platform_family(recipe_name(platform));
  const WorkloadFamily& workloads = workload_family("random-ptg");
  return {as<Platform>(platforms.build(parse_recipe(platform, platforms.parameters), "")),
          as<Workload>(workloads.build(parse_recipe(workload, workloads.parameters), ""))};
}

// No schedule is shorter than the critical path on the best allocations.
double graph_critical_path(const Platform& platform, const TaskGraph& graph) {
  std::vector<double> finish(static_cast<std::size_t>(graph.task_count()), 0);
  double longest = 0;
  for (const int task : graph.topological_order()) {
    double start = 0;
    for (const Edge& edge : graph.in_edges(task)) start = std::max(start, finish[static_cast<std::size_t>(edge.from)]);
    double best = std::numeric_limits<double>::infinity();
    for (const Cluster& cluster : platform.clusters)
      best = std::min(best, execution_time(graph.task(task), cluster.processors, cluster.speed));
    finish[static_cast<std::size_t>(task)] = start + best;
    longest = std::max(longest, start + best);
  }
  return longest;
}

// No schedule is shorter than all work on all processors at their full speed.
double graph_area_bound(const Platform& platform, const TaskGraph& graph) {
  double power = 0;
  for (const Cluster& cluster : platform.clusters) power += cluster.processors * cluster.speed;
  return graph.total_flop() / power;
}

void expect_valid_schedules_above_the_bound(int instances, std::string (*draw_platform)(RandomStream&)) {
  RandomStream random(2007);
  for (int i = 0; i < instances; ++i) {
    const RandomInstance instance = draw_instance(random, i, draw_platform);
    const TaskGraph& graph = instance.workload.applications.front().graph;
    const double bound =
        std::max(graph_critical_path(instance.platform, graph), graph_area_bound(instance.platform, graph));
    for (const Strategy& known : strategies()) {
      const auto* method = method_if<GraphMethod>(known);
      if (method == nullptr) continue;
      if (method->terms.clusters == ClusterNeed::one_cluster && instance.platform.clusters.size() > 1) continue;
      if (known.name == "Exact") continue;  // takes small ones only: tests/strategies/sequential
      const Parameters parameters = resolve(known.name, known.parameters, {});
      const SchedulingResult result = method->schedule(instance.platform, instance.workload, parameters);
      const auto violation =
          find_violation(instance.platform, instance.workload, result.schedule, method->terms.communication);
      ASSERT_EQ(violation.value_or("valid"), "valid") << known.name << " on instance " << i;
      double finish = 0;
      for (const Placement& placed : result.schedule.placements.front()) finish = std::max(finish, placed.finish);
      ASSERT_GE(finish, bound * (1 - 1e-9)) << known.name << " on instance " << i;
    }
  }
}

TEST(RandomInstances, EveryStrategyMakesValidSchedulesAboveTheLowerBound) {
  expect_valid_schedules_above_the_bound(400, multi_cluster);
}

TEST(RandomInstances, EveryStrategyMakesValidSchedulesOnMeshes) { expect_valid_schedules_above_the_bound(200, mesh); }

TEST(RandomInstances, FlexDiffersExactlyWhenItsScheduleDiffersFromHcpaOpt) {
  RandomStream random(11);
  int different = 0;
  for (int i = 0; i < 400; ++i) {
    const RandomInstance instance = draw_instance(random, i, multi_cluster);
    const auto opt = method_if<GraphMethod>(strategy("HCPA-OPT"))->schedule(instance.platform, instance.workload, {});
    const auto flex =
        method_if<GraphMethod>(strategy("HCPA-OPT-FLEX"))->schedule(instance.platform, instance.workload, {});
    bool same = true;
    for (std::size_t task = 0; task < opt.schedule.placements[0].size(); ++task)
      same = same && opt.schedule.placements[0][task].processors == flex.schedule.placements[0][task].processors &&
             opt.schedule.placements[0][task].start == flex.schedule.placements[0][task].start;
    EXPECT_EQ(flex.extra["flex_differs"], same ? 0 : 1) << "instance " << i;
    different += same ? 0 : 1;
  }
  EXPECT_GT(different, 0);
}

}  // namespace
}  // namespace palio
