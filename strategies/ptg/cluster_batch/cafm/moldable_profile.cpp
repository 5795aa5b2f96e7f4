#include "strategies/ptg/cluster_batch/cafm/moldable_profile.h"

#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cluster_batch/sweep/cpa_sweep.h"
#include "strategies/ptg/cluster_batch/sweep/single_graph_mapping.h"

namespace palio {

MoldableProfile::MoldableProfile(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule)
    : tasks_(graph.task_count()) {
  if (rule.method == AllocationRule::Method::cpa)
    sweep(graph, processors, speed, rule.area_divisor);
  else
    run_each(graph, processors, speed, rule);
}

void MoldableProfile::run_each(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  for (int p = 1; p <= processors; ++p) {
    const std::vector<int> allocation = cluster_allocation(graph, p, speed, rule);
    add(allocation, last_finish(list_plan(graph, allocation, p, speed)));
  }
}

// An allocation is mapped again on more processors only if it had to wait for some.
void MoldableProfile::sweep(const TaskGraph& graph, int processors, double speed,
                            AllocationRule::AreaDivisor area_divisor) {
  CpaSweep cpa(graph, processors, speed, area_divisor);
  SingleGraphMapping mapping(graph);
  for (int p = 1; p <= processors; ++p) {
    const CriticalPathGrowth& allocation = cpa.next();
    if (!cpa.repeats()) {
      add(allocation.processors(), mapping.makespan(allocation, p));
      continue;
    }
    makespans_.push_back(mapping.never_waited() ? makespans_.back() : mapping.makespan(allocation, p));
    first_.push_back(first_.back());
  }
}

void MoldableProfile::add(const std::vector<int>& allocation, double makespan) {
  makespans_.push_back(makespan);
  first_.push_back(std::ssize(processors_));
  processors_.insert(processors_.end(), allocation.begin(), allocation.end());
}

std::vector<int> MoldableProfile::allocation(int p) const {
  const auto first = processors_.begin() + first_[static_cast<std::size_t>(p) - 1];
  return {first, first + tasks_};
}

}  // namespace palio
