#pragma once

#include <optional>
#include <string>

#include "strategies/bags/cbs3m/fluid_problem.h"

namespace palio::test {

/// The first constraint of the fluid model that a plan breaks, written down from the model alone: amounts, buffers at
/// every epoch, processors, links, the port. Tolerances are 1e-6 of an application and of the longest dedicated time.
std::optional<std::string> find_plan_violation(const FluidProblem& problem, const FluidPlan& plan);

/// Whether a plan exists in which every application has this stretch.
bool is_feasible(const FluidProblem& problem, double stretch);

}  // namespace palio::test
