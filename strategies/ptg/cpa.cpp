#include "strategies/ptg/cpa.h"

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/cpa_allocation.h"
#include "strategies/ptg/list_mapping.h"
#include "workloads/speedup.h"

namespace palio {

SchedulingResult schedule_cpa(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  const TaskGraph& graph = workload.applications.front().graph;
  const Cluster& cluster = platform.clusters.front();
  const auto time = [&](int task, int n) { return execution_time(graph.task(task), n, cluster.speed); };
  const auto may_have = [&](int, int n) { return n <= cluster.processors; };
  const double divisor = text_of(parameters, "area_divisor") == "improved"
                             ? improved_area_divisor(cluster.processors, graph.task_count())
                             : cluster.processors;
  const std::vector<int> allocation = cpa_allocation(graph, time, may_have, divisor);

  std::vector<double> task_time;
  for (int task = 0; task < graph.task_count(); ++task)
    task_time.push_back(time(task, allocation[static_cast<std::size_t>(task)]));
  ListMapping mapping(platform, graph);
  for (const int task : priority_order(graph, bottom_levels(graph, task_time)))
    mapping.place(task,
                  mapping.candidate(task, 0, allocation[static_cast<std::size_t>(task)], mapping.data_ready(task, 0)));
  return {{{std::move(mapping.placements())}}, {}};
}

}  // namespace palio
