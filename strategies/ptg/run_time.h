#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/identity/parameters.h"
#include "platforms/model/platform.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio {

/// A task that goes to other processors when its decision takes effect.
struct Moving {
  int application = 0, task = 0;
  Placement former = {};
  double effect = 0;  // s
  int moment = 0;     // likewise, of the schedule
};

/// An execution at a date. Tasks that start earlier have started. The others are open: they wait for their processors
/// and their data, or are undecided (cluster -1). A strategy must not look at dates after `now`.
struct Situation {
  const Platform& platform;
  const Workload& workload;  // as strategies are told of it
  const Schedule& executed;
  double now = 0;            // s
  double decision_time = 0;  // s
  std::span<const Moving> moving = {};

  /// When a decision takes effect, s.
  double effect() const { return now + decision_time; }

  bool is_open(std::size_t application, int task) const {
    const Placement& placed = executed.placements[application][task];
    return placed.cluster < 0 || !(placed.start < now);
  }
  bool has_ended(std::size_t application, int task) const {
    return !is_open(application, task) && executed.placements[application][task].finish <= now;
  }
  /// Open, released, and all its parents have ended.
  bool is_ready(std::size_t application, int task) const;
  /// When a task that has started ends by the estimates, s; now, if it is overdue.
  double expected_finish(std::size_t application, int task) const;
};

/// How long a task takes on its processors, s.
double time_on(const Platform& platform, const Task& task, const Placement& placed);

/// An open task that has a place, and when it runs there by the estimates.
struct WaitingTask {
  int application = 0;
  int task = 0;
  double start = 0;   // s
  double finish = 0;  // s
};

/// In the order of the processors that they share. Their parents must have ended, as decisions at run time have it.
std::vector<WaitingTask> waiting_tasks(const Situation& situation);

/// Puts a ready task behind all that its processors have to do.
struct Decision {
  int application = 0;
  int task = 0;
  int cluster = -1;
  std::vector<int> processors = {};  // numbers of the platform, ascending
};

/// Decides at run time: whenever a task ends or an application is released. In the order in which they take effect.
/// Pure. What it refers to outlives it.
using DecideGraphs = std::function<std::vector<Decision>(const Situation& situation)>;
/// Begins an execution. `workload`: as strategies are told of it.
using BeginGraphs =
    std::function<DecideGraphs(const Platform& platform, const Workload& workload, const Parameters& parameters)>;

inline constexpr ParameterSpec k_decision_time = optional_parameter(
    {"decision_time", ParameterType::real, "s", "by which a new plan delays what it starts", 0, 1e9, "0"});

/// s; 0 if it is left out.
double decision_time_of(const Parameters& parameters);

/// No task of the workload has a place.
Schedule undecided(const Workload& workload);

/// Takes decisions in the schedule of the situation, after something has ended. Throws InvalidAnswer for one on a task
/// that is not ready or has two, or on other processors than some of one cluster. `realized`: with the data that really
/// move.
void decide(const Situation& situation, Ending cause, std::span<const Decision> decisions, const Workload& realized,
            Schedule& schedule);

/// What such decisions come to, each after its time, if all keeps to the estimates and communication has no contention.
/// Throws InvalidAnswer for a task that is never decided on.
Schedule planned_at_run_time(const Platform& platform, const Workload& workload, double decision_time,
                             const DecideGraphs& decide);

/// Throws InvalidAnswer for a task without a place.
void check_all_decided(const Schedule& schedule);

}  // namespace palio
