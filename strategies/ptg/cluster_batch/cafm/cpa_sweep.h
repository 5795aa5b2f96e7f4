#pragma once

#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/cpa/critical_path_growth.h"

namespace palio {

/// The CPA allocations of one graph for 1, 2, ... processors, each the very one that cluster_allocation() makes, for
/// little more than the last one's cost. As long as no task outgrows the smaller cluster all grow alike, and the
/// smaller one stops first; where a task would outgrow it, it goes its own way from there.
class CpaSweep {
public:
  /// On up to `processors` of `speed` flop/s.
  CpaSweep(const TaskGraph& graph, int processors, double speed, AllocationRule::AreaDivisor area_divisor);

  /// The allocation for one processor more than the last one; good until the next call.
  const CriticalPathGrowth& next();
  /// Whether it is the same as the one before.
  bool repeats() const { return repeats_; }
  /// Processors that were added one by one so far, in all allocations.
  long steps() const { return steps_; }

private:
  bool grow_shared(int processors);
  double divisor(int processors) const;

  AllocationRule::AreaDivisor area_divisor_;
  int tasks_;
  CriticalPathGrowth shared_;  // by all clusters from the next on
  CriticalPathGrowth apart_;   // what only one of them does
  int processors_ = 0;         // of the last allocation
  bool repeats_ = false;
  long steps_ = 0;
};

}  // namespace palio
