#pragma once

#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/cluster_batch/sweep/cpa_growth.h"

namespace palio {

/// The CPA allocations of one graph for 1, 2, ... processors, each the very one that cluster_allocation() makes, for
/// little more than the last one's cost. As long as no task outgrows the smaller cluster all grow alike, and the
/// smaller one stops first; where a task would outgrow it, it goes its own way from there.
class CpaSweep {
public:
  /// Both must outlive the sweep. Sizes up to the table's processors.
  CpaSweep(GrowthTable& table, const PositionedEdges& edges, AllocationRule::AreaDivisor area_divisor);

  /// The allocation for one processor more than the last one; good until the next call.
  const CpaGrowth& next();
  /// Whether it is the same as the one before.
  bool repeats() const { return repeats_; }
  /// Processors that were added one by one so far, in all allocations.
  long steps() const { return steps_; }

private:
  bool grow_shared(int processors);
  void finish_apart(int processors);
  void leap_ahead(int processors);
  double divisor(int processors) const;

  AllocationRule::AreaDivisor area_divisor_;
  int tasks_;
  CpaGrowth shared_;  // by all clusters from the next on
  CpaGrowth apart_;   // what only one of them does
  CpaGrowth trial_;
  int processors_ = 0;  // of the last allocation
  bool repeats_ = false;
  long steps_ = 0;
};

}  // namespace palio
