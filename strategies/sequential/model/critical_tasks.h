#pragma once

#include <vector>

#include "strategies/sequential/model/ranks.h"

namespace palio {

/// The child that follows a task of the critical path.
enum class CriticalRule {
  longest,      // on a longest path: its transfer plus its upward rank is the largest of all children
  first_child,  // the first of the entry's priority, even along an edge of no longest path: the rule of stored results
};

/// CPOP's priorities and what it does with a critical path (Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 4.2).
struct CriticalTasks {
  std::vector<double> priorities;  // by task: upward plus downward rank, s
  std::vector<bool> is_critical;   // by task
  int host = 0;                    // that executes them in the least time
};

/// Of the path that begins at the entry of the largest priority.
CriticalTasks critical_tasks(const SequentialInstance& instance, const MeanCosts& costs, CriticalRule rule);

/// The host that executes these tasks in the least time.
int quickest_host(const SequentialInstance& instance, std::span<const int> tasks);

inline constexpr double k_rank_tolerance = 1e-9;  // relative: sums of the same numbers in different orders

}  // namespace palio
