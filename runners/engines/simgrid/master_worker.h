#pragma once

#include <string>

#include "runners/engines/crew/bag_simulation.h"
#include "runners/engines/crew/file_simulation.h"

namespace palio {

// What policies answer, carried out on SimGrid; once per process. `trace`: the file that SimGrid's trace goes to;
// empty: none.

/// runners/engines/crew/bag_simulation.h
BagSchedule simulate_bags(const Star& star, const BagBatch& batch, BagPolicy& policy, const std::string& trace = {});

/// runners/engines/crew/file_simulation.h
FileSchedule simulate_files(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy,
                            Detail detail = Detail::metrics, const std::string& trace = {});

}  // namespace palio
