#pragma once

#include <vector>

#include "strategies/bags/bag_policy.h"
#include "strategies/bags/cbs3m/fluid_problem.h"
#include "strategies/lp/linear_program.h"

namespace palio {

/// The objective of a fluid program.
enum class FluidGoal {
  feasible,        // nothing
  early,           // the least sum of flop of a task x date (of the interval) x tasks sent and computed
  least_buffered,  // the least sum of flop of a task x time (between intervals) from being sent to being computed
  least_stretch,   // the least stretch between two bounds
};

/// The polyhedron (K) of Benoit et al. (2008), section 4: rates are constant between epochs; every application is sent
/// and computed between its start and its deadline; no worker computes what it has not received; no processor, link or
/// port exceeds its capacity. A variable is the amount of tasks of an application that a worker receives in one
/// interval and computes in the same or a later one, so that buffers need neither variables nor rows. With one port,
/// goals that do not depend on when tasks are sent have fewer variables: port time by application and interval.
class FluidProgram {
public:
  /// The order of the epochs must be the same at all stretches that the program is solved for. The problem outlives the
  /// program.
  FluidProgram(const FluidProblem& problem, Epochs epochs, FluidGoal goal);

  const Epochs& epochs() const { return epochs_; }

  /// For all goals but least_stretch: intervals have the lengths that they have at this stretch.
  LpStatus solve_at(double stretch);
  /// For goal least_stretch; stretch() returns the result.
  LpStatus solve_between(double low, double high);
  double stretch() const { return program_.value(stretch_variable_); }

  /// Amounts of the last solution; for the goals early and least_buffered.
  FluidPlan plan(double stretch) const;

  const LinearProgram& program() const { return program_; }

private:
  // The part of an application that a worker computes in one interval after it was sent in another or held from the
  // start.
  struct Share {
    int application = 0;
    int worker = 0;
    int sent = 0;  // interval, or k_held, or k_pooled
    int computed = 0;
    double tasks = 0;  // for a variable of 1
  };
  // A row that bounds the activity in an interval by its length.
  struct Capacity {
    int row = 0;
    int interval = 0;
  };
  class Builder;
  bool makes_plans() const { return goal_ == FluidGoal::early || goal_ == FluidGoal::least_buffered; }

  static constexpr int k_none = -1;
  static constexpr int k_held = -1;    // with the worker from the beginning
  static constexpr int k_pooled = -2;  // sent at any time before

  double length(int interval, double stretch) const;
  void set_costs(double stretch);

  const FluidProblem& problem_;
  Epochs epochs_;
  FluidGoal goal_;
  double time_unit_;           // s; the rows' unit of time
  std::vector<Share> shares_;  // by variable
  int stretch_variable_ = k_none;
  std::vector<Capacity> capacities_;
  LinearProgram program_;
};

// The least common stretch of a fluid problem. Solved linear programs are added to `use`; one that yields neither a
// solution nor a proof that there is none throws NoSchedule.

/// By bisection until the stretch is known to within `precision` times itself. Returns the plan for the upper end that
/// is best for the goal, early or least_buffered. Benoit et al. (2008), algorithm 1.
FluidPlan plan_by_bisection(const FluidProblem& problem, double precision, BagPolicy::LpUse& use,
                            FluidGoal goal = FluidGoal::early);

/// By bisection over the stretches at which the order of epochs changes, then one linear program between the two that
/// enclose the optimum. Accurate to about 1e-7 of a stretch, the tolerance of linear programs. Ibidem, theorem 1.
double least_stretch(const FluidProblem& problem, BagPolicy::LpUse& use);

/// The least maximal stretch of any schedule of the batch in the fluid model: a lower bound for all strategies.
/// Relative errors, from the tolerance of linear programs, stay below 1e-6. Adds the linear programs to `use`, if
/// given. Throws NoSchedule if one fails. Benoit, Marchal, Pineau, Robert, Vivien (2008), section 4.
double offline_optimum(const Star& star, const BagBatch& batch, BagPolicy::LpUse* use = nullptr);

}  // namespace palio
