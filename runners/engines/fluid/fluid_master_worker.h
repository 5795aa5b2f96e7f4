#pragma once

#include "runners/engines/crew/bag_simulation.h"
#include "runners/engines/crew/file_simulation.h"

namespace palio {

// What policies answer, carried out without SimGrid; as often as wanted.

/// runners/engines/crew/bag_simulation.h
BagSchedule simulate_bags_fluid(const Star& star, const BagBatch& batch, BagPolicy& policy);

/// runners/engines/crew/file_simulation.h
FileSchedule simulate_files_fluid(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy,
                                  Detail detail = Detail::metrics);

}  // namespace palio
