#pragma once

#include <vector>

#include "runners/wire/execution.h"
#include "workloads/model/workload.h"

namespace palio {

/// What a task of a simulated schedule waited for last: the release of its application, the data of a parent, or a
/// processor that another task used.
struct TaskCause {
  enum class Kind { release, data, processor };

  Kind kind = Kind::release;
  int application = 0, task = 0;  // that it waited for; of a release its own
};

/// Of each task of each application. Of several equal dates data count before processors.
std::vector<std::vector<TaskCause>> task_causes(const Workload& workload, const Execution& execution);

/// The tasks of each application that lead to the last finish: that task, the one that it waited for, and so on.
std::vector<std::vector<bool>> critical_tasks(const Execution& execution,
                                              const std::vector<std::vector<TaskCause>>& causes);

}  // namespace palio
