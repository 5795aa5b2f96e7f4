#pragma once

#include <vector>

#include "strategies/sequential/model/ranks.h"

namespace palio {

/// CPOP's priorities and what it does with a critical path (Topcuoglu, Hariri, Wu, TPDS 13(3) 2002, section 4.2).
struct CriticalTasks {
  std::vector<double> priorities;  // by task: upward plus downward rank, s
  std::vector<bool> is_critical;   // by task
  int host = 0;                    // that executes them in the least time
};

/// From the entry of the largest priority each time to the first child of the same, up to k_rank_tolerance.
CriticalTasks critical_tasks(const SequentialInstance& instance, const MeanCosts& costs);

/// The host that executes these tasks in the least time.
int quickest_host(const SequentialInstance& instance, std::span<const int> tasks);

inline constexpr double k_rank_tolerance = 1e-9;  // relative: sums of the same numbers in different orders

}  // namespace palio
