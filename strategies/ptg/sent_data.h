#pragma once

#include "platforms/model/platform.h"
#include "strategies/ptg/run_time.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio {

/// The date before which a task must not start by its plan, unless its parents wait for that date; 0: none. s.
double release_of(const Application& application, const std::vector<Placement>& placements, int task);

// When data leave, for executions and for decisions alike: for the processors that the receiver has when the sender
// ends, then; for others, when the decision for them takes effect.

/// How the data of an edge was sent after the sender had ended; null: it leaves, or left, when that ends.
const Resent* resent_along(const Schedule& schedule, int application, const Edge& edge);

/// When the data of a sender that ends at a date (s) leaves for the receiver's processors, s.
double leaves(const Schedule& schedule, int application, const Edge& edge, double finish);

/// How long data takes from one placement to the other without contention, s.
double moving_time(const Platform& platform, const Edge& edge, const Placement& from, const Placement& to);

/// How the data of an edge is sent after the sender has ended; new ones begin with these processors of the receiver.
Resent& resend_along(Schedule& schedule, int application, const Edge& edge, const Placement& first);

/// Decisions that take effect at once in a schedule which is executed. Each task goes behind all that its processors
/// have to do.
class Rearrangement {
public:
  /// `cause`: what ended. `realized`: with the data that really move. `schedule`: that of the situation.
  Rearrangement(const Situation& situation, Ending cause, const Workload& realized, Schedule& schedule);

  /// Decides on an open task, and which data leave for it from tasks that ended before. Returns what was decided
  /// before.
  Placement place(int application, int task, int cluster, std::vector<int> processors);
  /// It keeps its processors.
  void put_behind(int application, int task) { schedule_.placements[application][task].order = ++order_; }
  int moment() const { return moment_; }

private:
  void send_again(int application, int task, const Placement& former);

  const Situation& situation_;
  const Workload& realized_;
  Schedule& schedule_;
  int moment_;     // of the schedule, at which the decisions take effect
  int order_ = 0;  // the last
};

}  // namespace palio
