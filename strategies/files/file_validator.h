#pragma once

#include <optional>
#include <string>

#include "platforms/model/star.h"
#include "strategies/files/file_schedule.h"
#include "workloads/model/shared_files.h"

namespace palio {

/// The first rule that a run of tasks that share files breaks, in one sentence that names the task, the worker and the
/// dates; empty for a valid run. Rules: every task is done, on a worker that exists, in exactly flop / speed; a worker
/// runs one task at a time; nothing ends after the makespan. Dates may differ by 1e-9, relatively.
std::optional<std::string> find_file_violation(const Star& star, const SharedFileTasks& tasks,
                                               const FileSchedule& schedule);

}  // namespace palio
