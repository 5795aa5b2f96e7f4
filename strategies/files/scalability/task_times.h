#pragma once

#include <optional>

#include "platforms/model/star.h"
#include "strategies/files/scalability/scalability.h"
#include "workloads/model/shared_files.h"

namespace palio {

/// What one task takes on average over the workers and, for its input, over the files; latencies count in every
/// transfer. Exact, without a rounded mean, where all are alike.
TaskTimes mean_times(const Star& star, const SharedFileTasks& tasks);

/// The same where the closed model holds: identical workers, one port, one size for all files, no output. Supervisors
/// are reached as the workers are.
std::optional<TaskTimes> closed_times(const Star& star, const SharedFileTasks& tasks);

}  // namespace palio
