#pragma once

#include <vector>

#include "strategies/bags/bag_policy.h"
#include "strategies/bags/cbs3m/fluid_problem.h"
#include "strategies/lp/linear_program.h"

namespace palio {

/// What a fluid program is solved for, subject to its constraints.
enum class FluidGoal {
  feasible,        // nothing
  early,           // the least sum of flop of a task x date (of the interval) x tasks sent and computed
  least_buffered,  // the least sum of flop of a task x time (between intervals) from being sent to being computed
  least_stretch,   // the least stretch between two bounds
};

/// The polyhedron (K) of Benoit et al. (2008), section 4: rates that are constant between epochs, such that every
/// application is sent and computed between its start and its deadline, no worker computes what it has not received,
/// and no processor, link or port does more than it can. As a linear program with one variable for each application,
/// worker, interval of sending and interval of computing (the same or a later one): amounts of tasks. Buffers, which
/// are what is sent and not yet computed, are then never negative and need neither variables nor rows. With one port,
/// goals that do not ask when things are sent have fewer variables: port time by application and interval.
class FluidProgram {
public:
  /// Epochs must not cross between the stretches that the program is asked about. The problem outlives the program.
  FluidProgram(const FluidProblem& problem, Epochs epochs, FluidGoal goal);

  const Epochs& epochs() const { return epochs_; }

  /// All goals but least_stretch: intervals are as long as they are at this stretch.
  LpStatus solve_at(double stretch);
  /// Goal least_stretch; the stretch found is stretch().
  LpStatus solve_between(double low, double high);
  double stretch() const { return program_.value(stretch_variable_); }

  /// Amounts of the last solution, with goal early or least_buffered.
  FluidPlan plan(double stretch) const;

  const LinearProgram& program() const { return program_; }

private:
  // What a worker computes of an application in one interval, sent in another or held from the beginning.
  struct Share {
    int application = 0;
    int worker = 0;
    int sent = 0;  // interval, or k_held, or k_pooled
    int computed = 0;
    double tasks = 0;  // when the variable is 1
  };
  // A row that bounds what happens in an interval by its length.
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

}  // namespace palio
