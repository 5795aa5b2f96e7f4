#include "strategies/ptg/cluster_batch/lists/lists.h"

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/list_mapping.h"

namespace palio {

SchedulingResult schedule_cpa(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  const Application& application = workload.applications.front();
  const TaskGraph& graph = application.graph;
  const Cluster& cluster = platform.clusters.front();
  const std::vector<int> allocation =
      cluster_allocation(graph, cluster.processors, cluster.speed, allocation_rule(parameters));
  ListMapping mapping(platform, graph);
  for (const int task : priority_order(graph, bottom_levels(graph, execution_times(graph, allocation, cluster.speed))))
    mapping.place(task,
                  mapping.candidate(task, 0, allocation[task], mapping.data_ready(task, 0, application.release_date)));
  return {{{std::move(mapping.placements())}}, {}};
}

}  // namespace palio
