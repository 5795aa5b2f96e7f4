// No schedule is shorter than the lower bound of its instance: of every family and kind, by every strategy.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "core/identity/random_stream.h"
#include "platforms/family.h"
#include "runners/engines/fluid/engine.h"
#include "runners/kinds/instances.h"
#include "runners/kinds/scenario.h"
#include "strategies/bounds/instance_bounds.h"
#include "strategies/registry.h"
#include "tests/engines/random_scenario.h"
#include "workloads/family.h"

namespace palio::test {
namespace {

constexpr double k_rounding = 1e-9;

using Texts = std::vector<std::string>;

const std::string& drawn_of(RandomStream& random, const Texts& texts) {
  return texts[static_cast<std::size_t>(random.uniform_integer(0, std::ssize(texts) - 1))];
}

// The instance of recipes without sample and seed.
BuiltInstance built(const std::string& platform, const std::string& workload, int seed) {
  const auto build = [&](const auto& family, const std::string& text) {
    const bool draws = std::ranges::any_of(family.parameters, [](const auto& spec) { return spec.name == "seed"; });
    const std::string draw = fmt::format("{}sample={},seed=1", text.find(':') == std::string::npos ? ":" : ",", seed);
    return family.build(parse_recipe(draws ? text + draw : text, family.parameters), "");
  };
  return build_instance(build(platform_family(recipe_name(platform)), platform),
                        build(workload_family(recipe_name(workload)), workload), with_fluid().kinds);
}

// How many strategies completed.
int expect_bounded(const BuiltInstance& instance, const std::string& what) {
  int completed = 0;
  for (const Strategy& row : strategies()) {
    if (row.name == "Exact") continue;  // takes only small graphs, and long
    const ScenarioReply reply = run_strategy(instance, row, resolve(row.name, row.parameters, {}), Detail::metrics);
    const auto* result = std::get_if<Completed>(&reply.outcome);
    if (result == nullptr) continue;  // takes no such instance
    ++completed;
    EXPECT_GE(result->metrics["bound_ratio"], 1 - k_rounding) << row.name << " on " << what;
    EXPECT_GT(result->metrics["speedup"], 0) << row.name << " on " << what;
  }
  return completed;
}

int expect_all_bounded(const Texts& platforms, const Texts& workloads, int instances) {
  RandomStream random(2026);
  int completed = 0;
  for (int i = 0; i < instances; ++i) {
    const std::string &platform = drawn_of(random, platforms), &workload = drawn_of(random, workloads);
    completed += expect_bounded(built(platform, workload, i), fmt::format("{}, {}, draw {}", platform, workload, i));
  }
  return completed;
}

const Texts k_clusters{
    "one-cluster:cluster_processors=20,speed=1e9",
    "random-multi-cluster:clusters=2,min_speed=1e9,heterogeneity=5,min_processors=1,max_processors=4",
    "random-multi-cluster:clusters=4,min_speed=250000000,heterogeneity=2,min_processors=4,max_processors=32",
    "listed-clusters:cluster_sizes=1 3 9,cluster_speeds=4000000000 1000000000 2000000000",
    "grid5000-site:site=lille",
    "grid5000-cluster:cluster=azur",
    "mesh:hosts=3,heterogeneity=5,min_bandwidth=1e6",
    "normal-mesh",
    "iot-network:edge_hosts=4"};
const Texts k_graphs{"random-ptg:tasks=20,width=0.5,regularity=0.8,density=0.5,jump=2,complexity=mixed",
                     "random-ptg:tasks=30,width=0.8,regularity=0.2,density=0.2,jump=1,complexity=matmul,alpha_max=1",
                     "in-trees",
                     "out-trees",
                     "chains",
                     "iot:application=etl",
                     "scientific:recipe=blast,scale=0.2"};
const Texts k_batches{"random-batch:batch=3", "random-batch:batch=4,arrivals=poisson,mean_gap=20", "fft-batch:batch=2",
                      "strassen-batch:batch=2",
                      "random-ptg:tasks=10,width=0.5,regularity=0.8,density=0.5,jump=2,complexity=sort,batch=3"};

TEST(LowerBounds, OfSingleGraphs) { EXPECT_GT(expect_all_bounded(k_clusters, k_graphs, 200), 5000); }

TEST(LowerBounds, OfBatches) { EXPECT_GT(expect_all_bounded(k_clusters, k_batches, 100), 800); }

TEST(LowerBounds, OfUnrelatedMachines) {
  const Texts machines{"mesh:hosts=4,min_bandwidth=1e7", "mesh:hosts=4,heterogeneity=2,max_latency=1,min_bandwidth=1e6",
                       "cpu-gpu:cpus=3,contention=on"};
  const Texts graphs{"heft-random:tasks=20,shape=1,out_degree=3,machines=4",
                     "heft-random:tasks=40,shape=2,out_degree=1,machines=4,ccr=0",
                     "heft-random:tasks=10,shape=0.5,out_degree=5,machines=4,ccr=5",
                     "cpu-gpu-graph:tasks=20,generator=layrpred,node_cpus=3,ccr=10", "cholesky:tiles=4,node_cpus=3"};
  EXPECT_GT(expect_all_bounded(machines, graphs, 100), 1500);
}

TEST(LowerBounds, OfBagsOnRandomStars) {
  int completed = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const RandomBags drawn = random_bags(seed);
    completed +=
        expect_bounded(build_instance(drawn.star, drawn.batch, with_fluid().kinds), fmt::format("bags {}", seed));
  }
  EXPECT_GT(completed, 1500);
}

TEST(LowerBounds, OfSharedFilesOnRandomStars) {
  int completed = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const RandomFiles drawn = random_files(seed);
    completed +=
        expect_bounded(build_instance(drawn.star, drawn.tasks, with_fluid().kinds), fmt::format("files {}", seed));
  }
  EXPECT_GT(completed, 1000);
}

// Any schedule, also one that no strategy would make: dates of decisions, releases, every interconnect.
TEST(LowerBounds, OfAnyScheduleOfGraphs) {
  for (std::uint64_t seed = 0; seed < 4000; ++seed)
    for (const RandomScenario& drawn : {random_scenario(seed), random_mesh_scenario(seed)}) {
      const Execution execution = fluid_simulator(drawn.platform)->run(drawn.workload, drawn.schedule);
      EXPECT_GE(makespan_of(execution.schedule),
                bounds_of(drawn.platform, drawn.workload).lower_bound * (1 - k_rounding))
          << "seed " << seed;
    }
}

}  // namespace
}  // namespace palio::test
