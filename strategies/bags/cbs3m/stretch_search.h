#pragma once

#include "strategies/bags/bag_policy.h"
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

/// The least maximal stretch that any schedule of the batch can have in the fluid model of the star's ports: the
/// reference of what strategies reach, and a lower bound on it. Exact but for the tolerance of linear programs:
/// relative errors stay below 1e-6. Adds the linear programs to `use`, if given. Throws NoSchedule if one fails.
/// Benoit, Marchal, Pineau, Robert, Vivien (2008), section 4.
double offline_optimum(const Star& star, const BagBatch& batch, BagPolicy::LpUse* use = nullptr);

}  // namespace palio
