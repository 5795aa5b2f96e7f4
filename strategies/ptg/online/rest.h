#pragma once

#include <vector>

#include "platforms/model/platform.h"
#include "strategies/ptg/online/decisions.h"
#include "strategies/ptg/schedule.h"

namespace palio {

/// What is left of an execution at a date: the tasks that have not started, to be planned anew beside what runs.
struct Rest {
  RemainingBatch remaining;  // with the background of its open workload

  bool is_empty() const { return remaining.application.empty(); }
};

/// At a date `now` of an execution. `executed`: all tasks with their dates; those that start at `now` or later are
/// open, as are tasks without a place. A task that runs is expected to end after its time in `told`, but not before
/// `now`. Data of a task that has ended count as sent when it ended, those of one that runs at its expected end.
Rest rest_of(const Platform& platform, const Workload& told, const Schedule& executed, double now);

/// The execution's schedule in which the open tasks have the placements that were planned for them, none of them before
/// the decision takes effect (s). Data that were sent to other processors before `now` are resent; `realized`: the
/// workload with the data that really move.
Schedule continued(const Platform& platform, const Workload& realized, const Schedule& executed, const Rest& rest,
                   const Schedule& planned, double effect);

}  // namespace palio
