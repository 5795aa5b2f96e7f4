#include "strategies/ptg/cluster_batch/sweep/cpa_sweep.h"

#include <cmath>
#include <utility>

#include "strategies/ptg/cpa/cpa_allocation.h"

namespace palio {
namespace {

constexpr int k_steps_between_leaps = 64;  // a failed leap costs a few steps
constexpr int k_bisections = 6;

}  // namespace

CpaSweep::CpaSweep(GrowthTable& table, const PositionedEdges& edges, AllocationRule::AreaDivisor area_divisor)
    : area_divisor_(area_divisor),
      tasks_(table.graph().task_count()),
      shared_(table, edges),
      apart_(shared_),
      trial_(shared_) {}

const CpaGrowth& CpaSweep::next() {
  const long steps_before = steps_;
  const int processors = ++processors_;
  const bool together = grow_shared(processors);
  // What was not final for the last size, so that it went apart, is not final for this one: a step was made.
  repeats_ = together && steps_ == steps_before && processors > 1;
  if (together) return shared_;
  apart_ = shared_;
  finish_apart(processors);
  return apart_;
}

// Up to the allocation for that many processors; false if a task would outgrow them before.
bool CpaSweep::grow_shared(int processors) {
  const double area_divisor = divisor(processors);
  while (!shared_.balanced(area_divisor)) {
    const std::size_t task = shared_.candidate(processors + 1);
    if (shared_.processors_at(task) == processors) return false;
    shared_.grow(task);
    ++steps_;
  }
  return true;
}

void CpaSweep::finish_apart(int processors) {
  const double area_divisor = divisor(processors);
  for (long step = 0;; ++step, ++steps_) {
    if (step % k_steps_between_leaps == 0) leap_ahead(processors);
    if (apart_.balanced(area_divisor)) return;
    const std::size_t task = apart_.candidate(processors);
    if (task == CpaGrowth::k_none) return;
    apart_.grow(task);
  }
}

// To the end of the critical path's growth, or as far as bisection finds that single steps stay on it.
void CpaSweep::leap_ahead(int processors) {
  const double area_divisor = divisor(processors);
  auto [high, low] = apart_.gains_ahead(processors);
  const auto leaps = [&](double threshold) {
    trial_ = apart_;
    if (!trial_.leap(processors, area_divisor, threshold)) return false;
    std::swap(apart_, trial_);
    return true;
  };
  if (low == high || leaps(0)) return;
  for (int i = 0; i < k_bisections; ++i) {
    const double middle = std::sqrt(low * high);
    (leaps(middle) ? high : low) = middle;
  }
}

double CpaSweep::divisor(int processors) const {
  return area_divisor_ == AllocationRule::AreaDivisor::improved ? improved_area_divisor(processors, tasks_)
                                                                : processors;
}

}  // namespace palio
