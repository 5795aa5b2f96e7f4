#include "strategies/bags/lp_outcome.h"

#include <fmt/format.h>

#include "strategies/model/strategy.h"

namespace palio {

bool has_solution(LpStatus status, const LinearProgram& solved, BagPolicy::LpUse& use) {
  ++use.count;
  use.time += solved.cpu_time();
  if (status != LpStatus::optimal && status != LpStatus::infeasible)
    throw NoSchedule(fmt::format("a linear program of {} rows and {} variables ended with status \"{}\"", solved.rows(),
                                 solved.variables(), to_word(status)));
  return status == LpStatus::optimal;
}

}  // namespace palio
