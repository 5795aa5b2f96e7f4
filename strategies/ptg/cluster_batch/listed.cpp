#include "strategies/ptg/cluster_batch/listed.h"

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
  std::vector<double> dedicated;
  if (order != ListOrder::bottom_level) dedicated = yardsticks(workload, cluster, rule, share, allocation);
  const std::vector<BatchTask> list =
      ordered_list(workload, batch_bottom_levels(workload, allocation, cluster.speed), order, dedicated);
  BatchPlan plan = list_plan(workload, allocation, list, cluster.processors, cluster.speed);
  backfill(workload, cluster.processors, plan);
  return {schedule_of(platform, workload, plan), {}};
}

}  // namespace palio
