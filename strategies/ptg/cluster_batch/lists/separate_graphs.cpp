#include "strategies/ptg/cluster_batch/lists/separate_graphs.h"

#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cluster_batch/online_plan.h"

namespace palio {
namespace {

BatchAllocation allocate(const Workload& workload, const std::vector<int>& shares, double speed,
                         const AllocationRule& rule) {
  BatchAllocation allocation;
  for (std::size_t app = 0; app < shares.size(); ++app)
    allocation.push_back(cluster_allocation(workload.applications[app].graph, shares[app], speed, rule));
  return allocation;
}

// Of the competing graphs that have open tasks. `weights`: of all graphs, as large as they were when they came.
std::vector<int> open_shares(const std::vector<double>& weights, const RemainingBatch& remaining, int processors,
                             Share share) {
  std::vector<double> competing;
  for (const std::size_t app : remaining.competing) competing.push_back(weights[app]);
  const std::vector<int> shares = processor_shares(competing, processors, share);
  std::vector<int> by_application(weights.size());
  for (std::size_t i = 0; i < shares.size(); ++i) by_application[remaining.competing[i]] = shares[i];
  return of_open(by_application, remaining);
}

// C* of the graphs of which nothing has started yet; whose share is the whole cluster has the allocation for it at
// hand.
void find_yardsticks(const RemainingBatch& remaining, const Cluster& cluster, const AllocationRule& rule,
                     const std::vector<int>& shares, const BatchAllocation& allocation,
                     std::vector<double>& dedicated) {
  for (std::size_t i = 0; i < shares.size(); ++i) {
    double& makespan = dedicated[remaining.application[i]];
    if (makespan > 0) continue;
    const TaskGraph& graph = remaining.open.applications[i].graph;
    makespan = shares[i] == cluster.processors
                   ? last_finish(list_plan(graph, allocation[i], cluster.processors, cluster.speed))
                   : dedicated_makespan(graph, cluster.processors, cluster.speed, rule);
  }
}

}  // namespace

SchedulingResult schedule_separate_graphs(const Platform& platform, const Workload& workload,
                                          const Parameters& parameters, Share share, ListOrder order) {
  const Cluster& cluster = platform.clusters.front();
  const AllocationRule rule = allocation_rule(parameters);
  const std::vector<double> weights = share_weights(workload, share);
  std::vector<double> dedicated(workload.applications.size(), 0.0);  // s; found when the graph is released
  return schedule_online(platform, workload, [&](const RemainingBatch& remaining, const StartedTasks& started) {
    const std::vector<int> shares = open_shares(weights, remaining, cluster.processors, share);
    const BatchAllocation allocation = allocate(remaining.open, shares, cluster.speed, rule);
    if (order != ListOrder::bottom_level) find_yardsticks(remaining, cluster, rule, shares, allocation, dedicated);
    const std::vector<BatchTask> list =
        ordered_list(remaining.open, batch_bottom_levels(remaining.open, allocation, cluster.speed), order,
                     of_open(dedicated, remaining));
    return list_plan(remaining.open, allocation, list, cluster.processors, cluster.speed, started);
  });
}

}  // namespace palio
