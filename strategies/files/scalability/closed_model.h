#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/identity/parameters.h"
#include "platforms/model/star.h"
#include "strategies/files/scalability/scalability.h"
#include "workloads/model/shared_files.h"

namespace palio {

/// WQ+H with a list of tasks for every supervisor (Senger, Silva, Nascimento, CCGRIDW 2006, section V, steps 5 and 6 of
/// the supervisor): its workers, first[s] to first[s + 1] - 1, take the tasks of their own list; once those are all
/// done, ready tasks of the supervisor that has most of them (the first of several). Lists are as even as possible, the
/// first ones longer. ready: by worker, the date (s) from which on it can work.
double sub_lists_makespan(std::span<const double> ready, std::span<const int> first, std::int64_t tasks,
                          double execution);

// Makespans of WQ, WQ+G and WQ+H without a simulator, for identical workers behind one-port feeders, identical tasks
// and no output: what Senger, Silva, Nascimento (CCGRIDW 2006) describe in sections III and V. Event by event until
// every worker has its file, in whole rounds from there on: except for sub-lists the cost does not grow with the tasks.

/// How workers get the tasks of a group: an idle worker takes the next one, or each worker has its job from the start.
enum class Grouping { dynamic_pull, static_jobs };

/// Whether supervisors share the queue of all tasks or have lists of their own.
enum class Pull { global, sub_lists };

/// Identical tasks on identical workers; times.input (s) is for one file over one hop, times.output is 0.
struct FileRun {
  std::int64_t tasks = 1;
  int workers = 1;
  TaskTimes times;
};

/// WQ: a file for every task, one after the other, each to the worker that has been idle longest.
double work_queue_makespan(const FileRun& run);

/// WQ+G with one file for all tasks: worker i has it after i + 1 transfers.
double grouped_makespan(const FileRun& run, Grouping grouping);

/// WQ+H with one file for all tasks: the master feeds the supervisors, these their workers. Replication changes nothing
/// here: copies of a task begin after it and take as long. Sub-lists take tasks x log(workers).
double hierarchical_makespan(const FileRun& run, int supervisors, Pull pull);

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
