#pragma once

#include "platforms/model/platform.h"
#include "strategies/ptg/run_time.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio {

// When data leave, for executions and for decisions alike: for the processors that the receiver has when the sender
// ends, then; for others, when the decision for them takes effect.

/// How the data of an edge was sent after the sender had ended; null: it leaves, or left, when that ends.
const Resent* resent_along(const Schedule& schedule, int application, const Edge& edge);

/// When the data of a sender that ends at a date (s) leaves for the receiver's processors, s.
double leaves(const Schedule& schedule, int application, const Edge& edge, double finish);

/// How long data takes from one placement to the other without contention, s.
double moving_time(const Platform& platform, const Edge& edge, const Placement& from, const Placement& to);

/// Records which data leaves when a decision takes effect: that of open tasks which it moves or decides on, from tasks
/// that ended before. `schedule`: after the decision. `realized`: with the data that really move.
void resend(const Situation& situation, const Workload& realized, Schedule& schedule);

}  // namespace palio
