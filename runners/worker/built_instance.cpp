#include "runners/worker/built_instance.h"

#include <ctime>

#include "platforms/family.h"
#include "workloads/family.h"

namespace palio {

double cpu_clock() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

BuiltInstance build_instance(const RunRequest& request) {
  const double begin = cpu_clock();
  const auto& [platform, platform_definition] = request.platform;
  const auto& [workload, workload_definition] = request.workload;
  BuiltInstance built{.platform = std::get<Platform>(platform_family(platform.name).build(platform, platform_definition)),
                      .workload = std::get<Workload>(workload_family(workload.name).build(workload, workload_definition)),
                      .simulator = nullptr};
  const double simulator_begin = cpu_clock();
  built.simulator = std::make_unique<Simulator>(built.platform, static_cast<int>(built.workload.applications.size()));
  built.simulator_time = cpu_clock() - simulator_begin;
  built.build_time = cpu_clock() - begin;
  return built;
}

}  // namespace palio
