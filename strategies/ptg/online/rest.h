#pragma once

#include <vector>

#include "strategies/ptg/online/decisions.h"
#include "strategies/ptg/run_time.h"
#include "strategies/ptg/schedule.h"

namespace palio {

/// What is left of an execution at a date: the tasks that have not started, to be planned anew around what runs.
struct Rest {
  Workload open;                         // the released applications with open tasks; its background is what runs
  std::vector<std::size_t> application;  // in the workload, by application of `open`
  std::vector<std::vector<int>> task;    // likewise, by application and task of `open`

  bool is_empty() const { return application.empty(); }
};

/// Which of the open tasks are planned anew.
enum class Planned { all, ready };

/// A task that runs is expected to end after its time in the workload as told, or now if that has passed.
/// Data leave as sent_data.h says, those of a task that runs at its expected end.
Rest rest_of(const Situation& situation, Planned planned = Planned::all);

/// The placements that were planned for the open tasks as decisions at run time, in the order of the planned starts.
std::vector<Decision> decisions_of(const Rest& rest, const Schedule& planned);

}  // namespace palio
