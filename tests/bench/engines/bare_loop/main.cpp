// bench_bare_loop SAMPLE instance|schedule: simulates the schedules of a sample of the mixed-parallel study in this
// process, one after the other, on a platform built once per instance or once per schedule. Instances and schedules are
// made before the clock starts. Prints one line of JSON: scenarios, seconds of CPU, sum of the makespans.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <exception>
#include <optional>
#include <string_view>

#include "tests/bench/engines/bare_loop/bare_simulation.h"

namespace palio::bench {
namespace {

double cpu_clock() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

enum class PlatformPer { instance, schedule };

int loop(std::uint64_t sample, PlatformPer platform_per) {
  const std::vector<ScheduledInstance> instances = scheduled_sample(sample);
  const double start = cpu_clock();
  int scenarios = 0;
  double makespans = 0;
  for (const ScheduledInstance& instance : instances) {
    std::optional<BareSimulation> simulation;
    for (const Schedule& schedule : instance.schedules) {
      if (platform_per == PlatformPer::schedule) simulation.reset();
      if (!simulation) simulation.emplace(instance.platform);
      makespans += simulation->makespan(instance.workload, schedule);
      ++scenarios;
    }
  }
  fmt::print("{{\"scenarios\": {}, \"cpu\": {}, \"makespans\": {}}}\n", scenarios, cpu_clock() - start, makespans);
  return 0;
}

}  // namespace
}  // namespace palio::bench

int main(int argc, char** argv) {
  using palio::bench::PlatformPer;
  const std::string_view mode = argc == 3 ? argv[2] : "";
  if (mode != "instance" && mode != "schedule") {
    fmt::print(stderr, "usage: bench_bare_loop SAMPLE instance|schedule\n");
    return 1;
  }
  try {
    return palio::bench::loop(std::strtoull(argv[1], nullptr, 10),
                              mode == "instance" ? PlatformPer::instance : PlatformPer::schedule);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_bare_loop: {}\n", error.what());
    return 1;
  }
}
