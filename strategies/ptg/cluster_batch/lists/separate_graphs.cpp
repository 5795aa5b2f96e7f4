#include "strategies/ptg/cluster_batch/lists/separate_graphs.h"

#include "strategies/ptg/cluster_batch/backfill.h"
#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/cluster_batch/list_plan.h"

namespace palio {
namespace {

BatchAllocation allocate(const Workload& workload, const std::vector<int>& shares, double speed,
                         const AllocationRule& rule) {
  BatchAllocation allocation;
  for (std::size_t app = 0; app < shares.size(); ++app)
    allocation.push_back(cluster_allocation(workload.applications[app].graph, shares[app], speed, rule));
  return allocation;
}

// C*; whose share is the whole cluster has the allocation for it at hand.
std::vector<double> yardsticks(const Workload& workload, const Cluster& cluster, const AllocationRule& rule,
                               const std::vector<int>& shares, const BatchAllocation& allocation) {
  std::vector<double> makespans;
  for (std::size_t app = 0; app < shares.size(); ++app) {
    const TaskGraph& graph = workload.applications[app].graph;
    makespans.push_back(shares[app] == cluster.processors
                            ? last_finish(list_plan(graph, allocation[app], cluster.processors, cluster.speed))
                            : dedicated_makespan(graph, cluster.processors, cluster.speed, rule));
  }
  return makespans;
}

}  // namespace

SchedulingResult schedule_separate_graphs(const Platform& platform, const Workload& workload,
                                          const Parameters& parameters, Share share, ListOrder order) {
  const Cluster& cluster = platform.clusters.front();
  const AllocationRule rule = allocation_rule(parameters);
  const std::vector<int> shares = processor_shares(workload, cluster.processors, share);
  const BatchAllocation allocation = allocate(workload, shares, cluster.speed, rule);
  std::vector<double> dedicated;
  if (order != ListOrder::bottom_level) dedicated = yardsticks(workload, cluster, rule, shares, allocation);
  const std::vector<BatchTask> list =
      ordered_list(workload, batch_bottom_levels(workload, allocation, cluster.speed), order, dedicated);
  BatchPlan plan = list_plan(workload, allocation, list, cluster.processors, cluster.speed);
  backfill(workload, cluster.processors, plan);
  return {schedule_of(platform, workload, plan), {}};
}

}  // namespace palio
