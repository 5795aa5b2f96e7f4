#include "strategies/ptg/cluster_batch/listed.h"

#include "strategies/ptg/cluster_batch/backfill.h"
#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/cluster_batch/list_order.h"
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

// C*; who shares nothing out has the allocations for it at hand.
std::vector<double> yardsticks(const Workload& workload, const Cluster& cluster, const AllocationRule& rule,
                               Share share, const BatchAllocation& allocation) {
  if (share != Share::whole) return dedicated_makespans(workload, cluster.processors, cluster.speed, rule);
  std::vector<double> makespans;
  for (std::size_t app = 0; app < allocation.size(); ++app)
    makespans.push_back(
        last_finish(list_plan(workload.applications[app].graph, allocation[app], cluster.processors, cluster.speed)));
  return makespans;
}

}  // namespace

SchedulingResult schedule_listed(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                 Share share, ListOrder order) {
  const Cluster& cluster = platform.clusters.front();
  const AllocationRule rule = allocation_rule(parameters);
  const BatchAllocation allocation =
      allocate(workload, processor_shares(workload, cluster.processors, share), cluster.speed, rule);
  const BatchLevels levels = batch_bottom_levels(workload, allocation, cluster.speed);
  std::vector<BatchTask> list;
  if (order == ListOrder::bottom_level) {
    list = by_bottom_level(workload, levels);
  } else {
    const std::vector<double> dedicated = yardsticks(workload, cluster, rule, share, allocation);
    list = order == ListOrder::weighted_level ? by_weighted_level(workload, levels, dedicated)
                                              : by_dedicated_makespan(workload, levels, dedicated);
  }
  BatchPlan plan = list_plan(workload, allocation, list, cluster.processors, cluster.speed);
  backfill(workload, cluster.processors, plan);
  return {schedule_of(platform, workload, plan), {}};
}

}  // namespace palio
