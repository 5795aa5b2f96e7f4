#include "runners/kinds/built_instance.h"

#include <array>
#include <utility>

#include "platforms/family.h"
#include "runners/kinds/bag_instance.h"
#include "runners/kinds/file_instance.h"
#include "runners/kinds/graph_instance.h"
#include "runners/kinds/steps.h"
#include "workloads/family.h"

namespace palio {

std::span<const InstanceKind> instance_kinds() {
  static const std::array kinds{instance_kind<GraphInstance>(), instance_kind<BagInstance>(),
                                instance_kind<FileInstance>()};
  return kinds;
}

BuiltInstance build_instance(const RunRequest& request) {
  const double begin = cpu_clock();
  const auto& [platform, platform_definition] = request.platform;
  const auto& [workload, workload_definition] = request.workload;
  BuiltInstance built =
      build_instance(platform_family(platform.name).build(platform, platform_definition),
                     workload_family(workload.name).build(workload, workload_definition), request.trace);
  built.build_time = cpu_clock() - begin;
  return built;
}

BuiltInstance build_instance(AnyPlatform platform, AnyWorkload workload, const std::string& trace,
                             std::span<const InstanceKind> kinds) {
  const InstanceKind& kind = row_for(kinds, workload);
  return {kind.build(std::move(platform), std::move(workload), trace), trace, 0};
}

}  // namespace palio
