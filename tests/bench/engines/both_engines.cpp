// bench_both_engines SAMPLE: simulates the schedules of a sample of the mixed-parallel study with SimGrid, each in a
// process of its own as palio does it, and with the fluid engine. Platforms are ready before the clock starts. Prints
// one line of JSON: scenarios, seconds of CPU of a simulation by each engine (medians), and how many times as long
// SimGrid takes (median and least over the scenarios).
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "runners/engines/fluid/engine.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/instances.h"
#include "runners/kinds/steps.h"
#include "runners/worker/isolation.h"
#include "tests/bench/engines/bare_loop/schedules.h"
#include "tests/bench/figure.h"

namespace palio::bench {
namespace {

double cpu_of_run(GraphSimulator& simulator, const Workload& workload, const Schedule& schedule) {
  const double start = cpu_clock();
  simulator.run(workload, schedule);
  return cpu_clock() - start;
}

double cpu_of_simgrid(Isolation& isolation, const ScheduledInstance& instance, const Schedule& schedule) {
  const ChildReport report = isolation.run(
      [&] {
        const auto simulator = simgrid_simulator(instance.platform, most_dates(instance.workload));
        return fmt::format("{}", cpu_of_run(*simulator, instance.workload, schedule));
      },
      {});
  if (const auto* failure = std::get_if<Failure>(&report.answer)) throw std::runtime_error(failure->message);
  return std::stod(std::get<std::string>(report.answer));
}

// One engine after the other: forks make the memory of this process slow to write to.
int compare(std::uint64_t sample) {
  const std::vector<ScheduledInstance> instances = scheduled_sample(sample);
  std::vector<double> fluid, simgrid, ratios;
  for (const ScheduledInstance& instance : instances) {
    const auto simulator = fluid_simulator(instance.platform);
    for (const Schedule& schedule : instance.schedules)
      fluid.push_back(cpu_of_run(*simulator, instance.workload, schedule));
  }
  Isolation isolation(STDOUT_FILENO);
  for (const ScheduledInstance& instance : instances) {
    for (const Schedule& schedule : instance.schedules) {
      simgrid.push_back(cpu_of_simgrid(isolation, instance, schedule));
      ratios.push_back(simgrid.back() / fluid[ratios.size()]);
    }
  }
  const Spread ratio = spread(ratios);
  fmt::print("{{\"scenarios\": {}, \"simgrid\": {}, \"fluid\": {}, \"ratio\": {}, \"least\": {}}}\n", ratios.size(),
             spread(simgrid).median, spread(fluid).median, ratio.median, ratio.min);
  return 0;
}

}  // namespace
}  // namespace palio::bench

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: bench_both_engines SAMPLE\n");
    return 1;
  }
  try {
    return palio::bench::compare(std::strtoull(argv[1], nullptr, 10));
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_both_engines: {}\n", error.what());
    return 1;
  }
}
