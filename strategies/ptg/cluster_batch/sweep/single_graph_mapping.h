#pragma once

#include <vector>

#include "strategies/ptg/cpa/critical_path_growth.h"

namespace palio {

/// Makespans of list_plan() for many allocations of one graph, the same bits without the plan.
class SingleGraphMapping {
public:
  /// The graph must outlive the mapping.
  explicit SingleGraphMapping(const TaskGraph& graph);

  /// On that many processors from date 0 on, s.
  double makespan(const CriticalPathGrowth& allocation, int processors);
  /// Whether no task of the last makespan() waited for processors: more of them change nothing.
  bool never_waited() const { return never_waited_; }

private:
  void sort();

  const TaskGraph& graph_;
  std::vector<int> order_;             // of tasks by decreasing bottom level; kept, as the next allocation is similar
  std::vector<double> time_, finish_;  // s, by task
  bool never_waited_ = false;
};

}  // namespace palio
