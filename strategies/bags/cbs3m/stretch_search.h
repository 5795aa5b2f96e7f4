#pragma once

#include "strategies/bags/bag_policy.h"
#include "strategies/bags/cbs3m/fluid_plan.h"
#include "strategies/bags/cbs3m/fluid_problem.h"
#include "strategies/bags/cbs3m/fluid_program.h"

namespace palio {

// The least common stretch of a fluid problem. Linear programs that end neither with a solution nor with the proof
// that there is none throw NoSchedule; those solved are added to `use`.

/// By bisection until the stretch is known to within `precision` times itself: the upper end, and of its plans the one
/// that is best for the goal, early or least_buffered. Benoit et al. (2008), algorithm 1.
FluidPlan plan_by_bisection(const FluidProblem& problem, double precision, BagPolicy::LpUse& use,
                            FluidGoal goal = FluidGoal::early);

/// By bisection over the stretches at which the order of epochs changes, and one linear program between the two that
/// the optimum lies between. To within the tolerance of linear programs, 1e-7 of a stretch or so. Ibidem, theorem 1.
double least_stretch(const FluidProblem& problem, BagPolicy::LpUse& use);

}  // namespace palio
