#include "strategies/ptg/cluster_batch/cafm/moldable_profile.h"

#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cluster_batch/sweep/cpa_sweep.h"
#include "strategies/ptg/cluster_batch/sweep/single_graph_mapping.h"

namespace palio {

MoldableProfile::MoldableProfile(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  for (int task = 0; task < graph.task_count(); ++task)
    position_.push_back(static_cast<std::size_t>(graph.topological_position(task)));
  if (rule.method == AllocationRule::Method::cpa)
    sweep(graph, processors, speed, rule.area_divisor);
  else
    run_each(graph, processors, speed, rule);
}

void MoldableProfile::run_each(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  for (int p = 1; p <= processors; ++p) {
    const std::vector<int> allocation = cluster_allocation(graph, p, speed, rule);
    std::vector<int> by_position(allocation.size());
    for (std::size_t task = 0; task < allocation.size(); ++task) by_position[position_[task]] = allocation[task];
    add(by_position, last_finish(list_plan(graph, allocation, p, speed)));
  }
}

// An allocation is mapped again on more processors only if it had to wait for some.
void MoldableProfile::sweep(const TaskGraph& graph, int processors, double speed,
                            AllocationRule::AreaDivisor area_divisor) {
  GrowthTable table(graph, processors, speed);
  const PositionedEdges edges(graph);
  CpaSweep cpa(table, edges, area_divisor);
  SingleGraphMapping mapping(graph, edges);
  for (int p = 1; p <= processors; ++p) {
    const CpaGrowth& allocation = cpa.next();
    if (!cpa.repeats()) {
      add(allocation.processors(), mapping.makespan(allocation, p));
      continue;
    }
    makespans_.push_back(mapping.never_waited() ? makespans_.back() : mapping.makespan(allocation, p));
    first_.push_back(first_.back());
  }
}

void MoldableProfile::add(const std::vector<int>& by_position, double makespan) {
  makespans_.push_back(makespan);
  first_.push_back(processors_.size());
  processors_.insert(processors_.end(), by_position.begin(), by_position.end());
}

std::vector<int> MoldableProfile::allocation(int p) const {
  const std::size_t first = first_[static_cast<std::size_t>(p) - 1];
  std::vector<int> by_task;
  for (const std::size_t position : position_) by_task.push_back(processors_[first + position]);
  return by_task;
}

}  // namespace palio
