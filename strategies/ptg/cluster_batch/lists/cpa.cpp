#include "strategies/ptg/cluster_batch/lists/lists.h"

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/list_mapping.h"
#include "workloads/model/speedup.h"

namespace palio {

SchedulingResult schedule_cpa(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  const Application& application = workload.applications.front();
  const TaskGraph& graph = application.graph;
  const Cluster& cluster = platform.clusters.front();
  const std::vector<int> allocation =
      cluster_allocation(graph, cluster.processors, cluster.speed, allocation_rule(parameters));

  std::vector<double> task_time;
  for (int task = 0; task < graph.task_count(); ++task)
    task_time.push_back(execution_time(graph.task(task), allocation[static_cast<std::size_t>(task)], cluster.speed));
  ListMapping mapping(platform, graph);
  for (const int task : priority_order(graph, bottom_levels(graph, task_time)))
    mapping.place(task, mapping.candidate(task, 0, allocation[static_cast<std::size_t>(task)],
                                          mapping.data_ready(task, 0, application.release_date)));
  return {{{std::move(mapping.placements())}}, {}};
}

}  // namespace palio
