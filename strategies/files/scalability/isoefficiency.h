#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "core/identity/parameters.h"
#include "platforms/model/star.h"
#include "workloads/model/shared_files.h"

namespace palio {

/// The makespan (s) of `count` tasks like `tasks`, whose own number may be open, known before the run; nothing if no
/// closed model holds.
using PredictFileMakespan = std::optional<double> (*)(const Star& star, const SharedFileTasks& tasks,
                                                      std::int64_t count, const Parameters& parameters);

/// A number of tasks that reaches the target: doubled from `first` on until one does, then bisected until what misses
/// is less than 0.5 % (or one task) below. So the answer reaches the target, and a number next to it, at most 0.5 %
/// smaller, does not. Efficiency rises in steps as rounds fill up, so scattered smaller numbers may reach the target
/// too. Nothing if no number tried up to `most`, included, does.
std::optional<std::int64_t> least_tasks(const std::function<double(std::int64_t)>& efficiency, double target,
                                        std::int64_t first, std::int64_t most);

/// Tasks of an open number get it: what the target needs on this star with this strategy, by its closed model
/// `makespan`. Others are returned as they are. Throws NoSchedule, naming the strategy, when up to k_most_file_tasks
/// tasks cannot reach the target, or the model does not hold for them.
/// Isoefficiency: Senger, Silva, Nascimento, CCGRIDW 2006, section IV.
SharedFileTasks counted_tasks(std::string_view strategy, PredictFileMakespan makespan, const Parameters& parameters,
                              const Star& star, const SharedFileTasks& tasks);

}  // namespace palio
