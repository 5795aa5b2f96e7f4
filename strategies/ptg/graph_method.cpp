#include "strategies/ptg/graph_method.h"

namespace palio {

void GraphMethod::check_platform(std::string_view strategy, const Platform& platform) const {
  if (terms.clusters == ClusterNeed::one_cluster && platform.clusters.size() != 1)
    throw UserError(
        fmt::format("strategy {} schedules on one cluster, but a platform has {}", strategy, platform.clusters.size()));
}

void GraphMethod::check_workload(std::string_view strategy, const Workload& workload) const {
  if (terms.batches == BatchNeed::one_application && workload.applications.size() != 1)
    throw UserError(fmt::format("strategy {} schedules one application, but a workload has {}", strategy,
                                workload.applications.size()));
  if (terms.machines == Machines::unrelated) return;
  for (const Application& application : workload.applications)
    if (application.graph.time_count() > 0)
      throw UserError(
          fmt::format("strategy {} needs the work of tasks in flop, but those of application \"{}\" have "
                      "times for each cluster or host",
                      strategy, application.name));
}

}  // namespace palio
