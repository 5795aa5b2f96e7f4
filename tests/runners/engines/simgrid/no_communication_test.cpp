// Without communication a simulation has nothing to add: it must give the dates of the plan.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/identity/random_stream.h"
#include "platforms/family.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "tests/support/isolated_simulation.h"
#include "workloads/family.h"

namespace palio {
namespace {

// 0 if equal; relative to the later date.
double difference(const Schedule& planned, const Schedule& simulated) {
  double largest = 0;
  for (std::size_t app = 0; app < planned.placements.size(); ++app) {
    for (std::size_t task = 0; task < planned.placements[app].size(); ++task) {
      const Placement& plan = planned.placements[app][task];
      const Placement& real = simulated.placements[app][task];
      largest = std::max({largest, std::abs(plan.start - real.start) / std::max(1.0, plan.start),
                          std::abs(plan.finish - real.finish) / std::max(1.0, plan.finish)});
    }
  }
  return largest;
}

std::string workload_text(RandomStream& random, int sample) {
  const std::string common = ",data_factor=0,sample=" + std::to_string(sample) + ",seed=3";
  const std::string batch = std::to_string(random.uniform_integer(2, 6));
  switch (random.uniform_integer(0, 2)) {
    case 0: return "random-batch:task_counts=\"10 20 30\",batch=" + batch + common;
    case 1: return "fft-batch:points=\"2 4 8\",batch=" + batch + common;
    default: return "strassen-batch:batch=" + batch + common;
  }
}

TEST(NoCommunication, SimulatedDatesAreThePlannedOnesForEveryStrategyOfTheClusterStudy) {
  RandomStream random(2010);
  const PlatformFamily& clusters = platform_family("grid5000-cluster");
  for (int i = 0; i < 12; ++i) {
    const std::string cluster = i % 2 == 0 ? "chti" : "grillon";
    const auto platform =
        as<Platform>(clusters.build(parse_recipe("grid5000-cluster:cluster=" + cluster, clusters.parameters), ""));
    const std::string text = workload_text(random, i);
    const WorkloadFamily& family = workload_family(recipe_name(text));
    const auto workload = as<Workload>(family.build(parse_recipe(text, family.parameters), ""));
    for (const Strategy& each : strategies()) {
      const auto* method = method_if<GraphMethod>(each);
      if (method == nullptr || method->terms.communication != PlannedCommunication::ignored) continue;
      if (method->terms.batches == BatchNeed::one_application) continue;
      const Schedule planned = method->schedule(platform, workload, resolve(each.name, each.parameters, {})).schedule;
      const Execution execution = test::simulate_isolated(platform, workload, planned);
      EXPECT_LE(difference(planned, execution.schedule), 1e-9) << each.name << " on " << text;
    }
  }
}

}  // namespace
}  // namespace palio
