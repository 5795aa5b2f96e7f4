#include "strategies/ptg/cluster_batch/lists/lists.h"

#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/cluster_batch/list_order.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cluster_batch/online_plan.h"

namespace palio {
namespace {

// All tasks by application; entry and end are implicit in a task graph.
TaskGraph join(const Workload& workload) {
  std::vector<Task> tasks;
  std::vector<Edge> edges;
  for (const Application& application : workload.applications) {
    const int first = static_cast<int>(tasks.size());
    for (const Edge& edge : application.graph.edges())
      edges.push_back({first + edge.from, first + edge.to, edge.bytes});
    tasks.insert(tasks.end(), application.graph.tasks().begin(), application.graph.tasks().end());
  }
  return {std::move(tasks), std::move(edges)};
}

BatchAllocation split(const Workload& workload, const std::vector<int>& joined) {
  BatchAllocation allocation;
  auto next = joined.begin();
  for (const Application& application : workload.applications) {
    allocation.emplace_back(next, next + application.graph.task_count());
    next += application.graph.task_count();
  }
  return allocation;
}

std::vector<BatchTask> list(const Workload& workload, const BatchLevels& levels, Composition composition) {
  switch (composition) {
    case Composition::level_based: return by_precedence_level(workload, levels);
    case Composition::alternating: return in_turns(workload, levels);
    case Composition::common_ends: break;
  }
  return by_bottom_level(workload, levels);
}

}  // namespace

SchedulingResult schedule_combined(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   Composition composition) {
  const Cluster& cluster = platform.clusters.front();
  return schedule_online(platform, workload, [&](const RemainingBatch& remaining, const StartedTasks& started) {
    const Workload& open = remaining.open;
    const BatchAllocation allocation =
        split(open, cluster_allocation(join(open), cluster.processors, cluster.speed, allocation_rule(parameters)));
    const BatchLevels levels = batch_bottom_levels(open, allocation, cluster.speed);
    return list_plan(open, allocation, list(open, levels, composition), cluster.processors, cluster.speed, started);
  });
}

}  // namespace palio
