#pragma once

#include "strategies/bags/bag_policy.h"
#include "strategies/lp/linear_program.h"
#include "strategies/model/strategy.h"

namespace palio {

/// Adds a linear program that was just solved to `use` and returns whether it has a solution, i.e. is optimal and not
/// proved infeasible. Throws NoSchedule with its size and its status for any other status.
inline bool has_solution(LpStatus status, const LinearProgram& solved, BagPolicy::LpUse& use) {
  ++use.count;
  use.time += solved.cpu_time();
  if (status != LpStatus::optimal && status != LpStatus::infeasible)
    throw NoSchedule(fmt::format("a linear program of {} rows and {} variables ended with status \"{}\"", solved.rows(),
                                 solved.variables(), to_word(status)));
  return status == LpStatus::optimal;
}

}  // namespace palio
