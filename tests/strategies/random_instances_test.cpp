#include <gtest/gtest.h>

#include "core/identity/random_stream.h"
#include "platforms/family.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "workloads/family.h"

namespace palio {
namespace {

using test::pick;

struct RandomInstance {
  Platform platform;
  Workload workload;
};

std::string multi_cluster(RandomStream& random) {
  return "random-multi-cluster:clusters=" + pick(random, {"1", "2", "4", "8"}) +
         ",min_speed=" + pick(random, {"250000000", "1000000000"}) + ",heterogeneity=" + pick(random, {"1", "2", "5"}) +
         ",min_processors=1,max_processors=" + pick(random, {"4", "32", "128"});
}

std::string mesh(RandomStream& random) {
  return "mesh:hosts=" + pick(random, {"1", "3", "8"}) + ",heterogeneity=" + pick(random, {"1", "2", "5"}) +
         ",max_latency=" + pick(random, {"0", "1"}) +
         ",min_bandwidth=1e6,pairs=" + pick(random, {"unordered", "ordered"});
}

// On the platform of a recipe without sample and seed.
RandomInstance draw_instance(RandomStream& random, int seed, std::string (*draw_platform)(RandomStream&)) {
  const std::string draw = ",sample=0,seed=" + std::to_string(seed);
  const std::string platform = draw_platform(random) + draw;
  const std::string workload = "random-ptg:tasks=" + pick(random, {"1", "5", "10", "30"}) +
                               ",width=" + pick(random, {"0.1", "0.5", "0.8"}) +
                               ",regularity=" + pick(random, {"0.2", "0.8"}) +
                               ",density=" + pick(random, {"0.2", "0.8"}) + ",jump=" + pick(random, {"1", "2", "4"}) +
                               ",complexity=" + pick(random, {"stencil", "sort", "matmul", "mixed"}) + draw;
  const PlatformFamily& platforms = platform_family(recipe_name(platform));
  const WorkloadFamily& workloads = workload_family("random-ptg");
  return {as<Platform>(platforms.build(parse_recipe(platform, platforms.parameters), "")),
          as<Workload>(workloads.build(parse_recipe(workload, workloads.parameters), ""))};
}

void expect_valid_schedules_above_the_bound(int instances, std::string (*draw_platform)(RandomStream&)) {
  RandomStream random(2007);
  for (int i = 0; i < instances; ++i) {
    const RandomInstance instance = draw_instance(random, i, draw_platform);
    const double bound = test::makespan_bound(instance.platform, instance.workload);
    for (const Strategy& known : strategies()) {
      const auto* method = method_if<GraphMethod>(known);
      if (method == nullptr) continue;
      if (method->terms.clusters == ClusterNeed::one_cluster && instance.platform.clusters.size() > 1) continue;
      if (method->terms.places != PlacesNeed::none) continue;
      if (known.name == "Exact") continue;  // only takes small ones: tests/strategies/sequential
      const Parameters parameters = resolve(known.name, known.parameters, {});
      const SchedulingResult result = method->schedule(instance.platform, instance.workload, parameters);
      ASSERT_EQ(test::violation_of(known, instance.platform, instance.workload, result.schedule), "valid")
          << known.name << " on instance " << i;
      ASSERT_GE(test::end_of(result.schedule), bound * (1 - 1e-9)) << known.name << " on instance " << i;
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
    const auto opt = test::scheduled_by("HCPA-OPT", instance.platform, instance.workload);
    const auto flex = test::scheduled_by("HCPA-OPT-FLEX", instance.platform, instance.workload);
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
