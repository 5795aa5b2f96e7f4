#pragma once

#include <optional>

#include "core/identity/parameters.h"
#include "platforms/model/star.h"
#include "strategies/files/scalability/closed_model.h"
#include "workloads/model/shared_files.h"

namespace palio {

// The closed model by row of the strategy table: identical workers, one port, one size for all files, no output; WQ+G
// and WQ+H with one file for all tasks only. Nothing elsewhere.
std::optional<double> predicted_work_queue(const Star& star, const SharedFileTasks& tasks, std::int64_t count,
                                           const Parameters& parameters);
std::optional<double> predicted_grouped(const Star& star, const SharedFileTasks& tasks, std::int64_t count,
                                        const Parameters& parameters);
std::optional<double> predicted_hierarchical(const Star& star, const SharedFileTasks& tasks, std::int64_t count,
                                             const Parameters& parameters);

/// Read the parameters `mode` and `pull`.
Grouping grouping_of(const Parameters& parameters);
Pull pull_of(const Parameters& parameters);

}  // namespace palio
