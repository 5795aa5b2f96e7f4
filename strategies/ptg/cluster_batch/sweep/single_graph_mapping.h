#pragma once

#include <vector>

#include "strategies/ptg/cluster_batch/sweep/cpa_growth.h"

namespace palio {

/// Makespans of list_plan() for many allocations of one graph, the same bits without the plan.
class SingleGraphMapping {
public:
  /// The edges must outlive the mapping.
  SingleGraphMapping(const TaskGraph& graph, const PositionedEdges& edges);

  /// On that many processors from date 0 on, s.
  double makespan(const CpaGrowth& allocation, int processors);
  /// Whether no task of the last makespan() waited for processors: more of them change nothing.
  bool never_waited() const { return never_waited_; }

private:
  void sort(const CpaGrowth& allocation);

  const PositionedEdges& edges_;
  std::vector<std::size_t> order_;  // positions by decreasing bottom level; kept, as the next allocation is similar
  std::vector<double> finish_;      // s, by position
  bool never_waited_ = false;
};

}  // namespace palio
