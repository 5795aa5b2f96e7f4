#pragma once

#include <functional>
#include <vector>

#include "runners/engines/translation/activity_graph.h"
#include "strategies/bags/bag_schedule.h"
#include "strategies/files/file_schedule.h"

namespace palio {

/// Simulates in a process of its own and returns what `simulate` returned there, since SimGrid simulates once per
/// process: of task graphs the dates of all activities, of the others their schedule.
/// Throws what the simulation threw, if it is a Deadlock, an InvalidAnswer or a NoSchedule, else a std::runtime_error
/// with its message. If that process was killed, ended or reached the memory limit, this one ends likewise.
std::vector<Dates> run_apart(const std::function<std::vector<Dates>()>& simulate);
BagSchedule run_apart(const std::function<BagSchedule()>& simulate);
FileSchedule run_apart(const std::function<FileSchedule()>& simulate);

}  // namespace palio
