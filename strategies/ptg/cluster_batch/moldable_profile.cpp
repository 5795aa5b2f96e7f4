#include "strategies/ptg/cluster_batch/moldable_profile.h"

#include <utility>

#include "strategies/ptg/cluster_batch/cpa_sweep.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cluster_batch/lone_mapping.h"

namespace palio {

MoldableProfile::MoldableProfile(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  if (rule.method == AllocationRule::Method::cpa)
    sweep(graph, processors, speed, rule.area_divisor);
  else
    run_each(graph, processors, speed, rule);
}

void MoldableProfile::run_each(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  for (int p = 1; p <= processors; ++p) {
    std::vector<int> allocation = cluster_allocation(graph, p, speed, rule);
    const double makespan = last_finish(list_plan(graph, allocation, p, speed));
    add(std::move(allocation), makespan);
  }
}

// An allocation is mapped again on more processors only if it had to wait for some.
void MoldableProfile::sweep(const TaskGraph& graph, int processors, double speed,
                            AllocationRule::AreaDivisor area_divisor) {
  GrowthTable table(graph, processors, speed);
  const PositionedEdges edges(graph);
  CpaSweep cpa(table, edges, area_divisor);
  LoneMapping mapping(graph, edges);
  for (int p = 1; p <= processors; ++p) {
    const CpaGrowth& allocation = cpa.next();
    if (!cpa.repeats()) {
      add(allocation.processors(), mapping.makespan(allocation, p));
      continue;
    }
    makespans_.push_back(mapping.never_waited() ? makespans_.back() : mapping.makespan(allocation, p));
    which_.push_back(which_.back());
  }
}

void MoldableProfile::add(std::vector<int> allocation, double makespan) {
  makespans_.push_back(makespan);
  which_.push_back(allocations_.size());
  allocations_.push_back(std::move(allocation));
}

}  // namespace palio
