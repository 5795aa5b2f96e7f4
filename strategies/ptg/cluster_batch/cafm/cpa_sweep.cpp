#include "strategies/ptg/cluster_batch/cafm/cpa_sweep.h"

#include "strategies/ptg/cpa/cpa_allocation.h"

namespace palio {

// What outgrows all of the cluster is seen as what outgrows a smaller one.
CpaSweep::CpaSweep(const TaskGraph& graph, int processors, double speed, AllocationRule::AreaDivisor area_divisor)
    : area_divisor_(area_divisor),
      tasks_(graph.task_count()),
      shared_(graph, speed, std::vector<int>(graph.tasks().size(), processors + 1)),
      apart_(shared_) {}

const CriticalPathGrowth& CpaSweep::next() {
  const long steps_before = steps_;
  const int processors = ++processors_;
  const bool together = grow_shared(processors);
  // What was not final for the last size, so that it went apart, is not final for this one: a step was made.
  repeats_ = together && steps_ == steps_before && processors > 1;
  if (together) return shared_;
  apart_ = shared_;
  apart_.limit(processors);
  steps_ += apart_.finish(divisor(processors));
  return apart_;
}

// Up to the allocation for that many processors; false if a task would outgrow them before.
bool CpaSweep::grow_shared(int processors) {
  const double area_divisor = divisor(processors);
  while (shared_.compare_to_area(area_divisor) > 0) {
    const int task = shared_.best_candidate();
    if (shared_.processors()[task] == processors) return false;
    shared_.grow(task);
    ++steps_;
  }
  return true;
}

double CpaSweep::divisor(int processors) const {
  return area_divisor_ == AllocationRule::AreaDivisor::improved ? improved_area_divisor(processors, tasks_)
                                                                : processors;
}

}  // namespace palio
