#pragma once

#include "strategies/bags/bag_policy.h"
#include "strategies/lp/linear_program.h"

namespace palio {

/// Adds a linear program that was just solved to `use` and says whether it has a solution: optimal, or proved
/// infeasible. Throws NoSchedule with its size and the word of its status if it ended otherwise.
bool has_solution(LpStatus status, const LinearProgram& solved, BagPolicy::LpUse& use);

}  // namespace palio
