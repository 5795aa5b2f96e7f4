// bench_limit SAMPLE: draws, schedules and simulates the scenarios of a sample of the mixed-parallel study in this
// process, one after the other, with the fluid engine and nothing else: no isolation, validation, metrics, wire and
// storage. It is what no campaign can be quicker than. Prints one line of JSON: scenarios, seconds of CPU, sum of the
// makespans.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <limits>

#include "campaign/plan/plan.h"
#include "platforms/family.h"
#include "runners/engines/fluid/engine.h"
#include "runners/kinds/steps.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio::bench {
namespace {

double makespan(const Schedule& simulated) {
  double first = std::numeric_limits<double>::infinity();
  double last = 0;
  for (const Placement& placement : simulated.placements.front()) {
    first = std::min(first, placement.start);
    last = std::max(last, placement.finish);
  }
  return last - first;
}

void loop(std::uint64_t sample) {
  const Study study = load_study(PALIO_SOURCE_DIR "/campaign/studies/mixed-parallel.toml");
  InstanceStream stream(study, {.sample = sample, .shard = {}});
  const double start = cpu_clock();
  int scenarios = 0;
  double makespans = 0;
  while (const std::optional<Instance> instance = stream.next()) {
    const Spec& p = study.platforms[instance->platform];
    const Spec& w = study.workloads[instance->workload];
    const auto platform = as<Platform>(platform_family(p.recipe.name).build(p.recipe, p.definition));
    const auto workload = as<Workload>(workload_family(w.recipe.name).build(w.recipe, w.definition));
    const auto simulator = fluid_simulator(platform);
    for (const Recipe& recipe : study.strategies) {
      const auto* method = method_if<GraphMethod>(strategy(recipe.name));
      makespans +=
          makespan(simulator->run(workload, method->schedule(platform, workload, recipe.parameters).schedule).schedule);
      ++scenarios;
    }
  }
  fmt::print("{{\"scenarios\": {}, \"cpu\": {}, \"makespans\": {}}}\n", scenarios, cpu_clock() - start, makespans);
}

}  // namespace
}  // namespace palio::bench

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: bench_limit SAMPLE\n");
    return 1;
  }
  try {
    palio::bench::loop(std::strtoull(argv[1], nullptr, 10));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_limit: {}\n", error.what());
    return 1;
  }
}
