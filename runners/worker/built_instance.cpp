#include "runners/worker/built_instance.h"

#include <fmt/format.h>

#include <ctime>
#include <utility>

#include "core/error.h"
#include "platforms/family.h"
#include "strategies/bags/dedicated_rate.h"
#include "workloads/family.h"

namespace palio {

double cpu_clock() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

namespace {

template <class Kind, class Any>
Kind take(Any& any, const char* what, const char* kind) {
  if (auto* found = std::get_if<Kind>(&any)) return std::move(*found);
  throw UserError(fmt::format("the workload needs {}, but the {} is none", kind, what));
}

}  // namespace

std::unique_ptr<Simulator> make_simulator(const GraphInstance& instance, const std::string& trace) {
  return std::make_unique<Simulator>(instance.platform, static_cast<int>(instance.workload.applications.size()), trace);
}

BuiltInstance build_instance(const RunRequest& request) {
  const double begin = cpu_clock();
  const auto& [platform, platform_definition] = request.platform;
  const auto& [workload, workload_definition] = request.workload;
  AnyPlatform built_platform = platform_family(platform.name).build(platform, platform_definition);
  AnyWorkload built_workload = workload_family(workload.name).build(workload, workload_definition);
  BuiltInstance built;
  built.trace = request.trace;
  if (auto* graphs = std::get_if<Workload>(&built_workload)) {
    GraphInstance& content = built.content.emplace<GraphInstance>();
    content.platform = take<Platform>(built_platform, "platform", "a platform of clusters");
    content.workload = std::move(*graphs);
    const double simulator_begin = cpu_clock();
    if (request.trace.empty()) content.simulator = make_simulator(content, {});
    built.simulator_time = cpu_clock() - simulator_begin;
  } else if (auto* bags = std::get_if<BagBatch>(&built_workload)) {
    BagInstance& content = built.content.emplace<BagInstance>();
    content.star = take<Star>(built_platform, "platform", "a star");
    content.batch = dated(*bags, content.star);
    for (const BagOfTasks& bag : content.batch.applications)
      content.dedicated.push_back(dedicated_makespan(content.star, bag));
  } else {
    built.content = FileInstance{take<Star>(built_platform, "platform", "a star"),
                                 std::get<SharedFileTasks>(std::move(built_workload))};
  }
  built.build_time = cpu_clock() - begin;
  return built;
}

}  // namespace palio
