#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/identity/parameters.h"
#include "platforms/model/star.h"
#include "workloads/model/shared_files.h"

namespace palio {

// The scalability estimates of Senger, Silva, Nascimento, CCGRIDW 2006, equations 2 to 6. All times in s, positive;
// input + output > 0.

/// The times of one task: its input file over the master's port, its execution, its output.
struct TaskTimes {
  double input = 0;
  double execution = 0;
  double output = 0;
};

/// Eq. 4: workers that a master or a supervisor can feed when a file is sent once for a job of this many tasks (on
/// average; need not be whole): the job's response time (eq. 3) over the time to send it. With one task per job also
/// eq. 2.
double effective_workers_for_jobs(const TaskTimes& times, double tasks_per_job);

/// Eq. 5: the fraction of the workers' time that the sequential run would need.
double efficiency(double sequential_makespan, double parallel_makespan, int workers);

/// All tasks on one node: every file once, then every task and its output. The numerator of eq. 5.
double sequential_makespan(const TaskTimes& times, std::int64_t tasks, std::int64_t files);

/// Eq. 6: supervisors for the nodes of one cluster, each feeding at most `effective_workers`; at least 1.
int supervisors_of_cluster(int nodes, double effective_workers);

/// The times of one task, averaged over the workers and, for its input, over the files; latencies count in every
/// transfer. Exact, without the rounding of a mean, if all are alike.
TaskTimes mean_times(const Star& star, const SharedFileTasks& tasks);

/// How many supervisors stand between master and workers. fixed: one per given number of workers. eq4: one per as many
/// as equation 4 says that it can feed. table1: by the paper's Table I; numbers between two rows take the larger row,
/// more than 10,000 workers one supervisor per 50.
enum class SupervisorRule { fixed, eq4, table1 };

/// The rule and its argument.
struct SupervisorChoice {
  SupervisorRule rule = SupervisorRule::fixed;
  int workers_per_supervisor = 50;  // fixed only
};

/// Reads supervisor_rule and workers_per_supervisor.
SupervisorChoice supervisor_choice(const Parameters& parameters);

/// 1 to `workers`. Senger, Silva, Nascimento, CCGRIDW 2006, sections III, V and VI; all workers are one cluster.
int supervisor_count(const SupervisorChoice& choice, const TaskTimes& times, std::int64_t tasks, int workers);

/// `count` things divided over `parts` in order, as evenly as possible, the first parts one more: where each part
/// begins, and the end.
std::vector<int> even_parts(int count, int parts);

/// The makespan (s) of `count` tasks like `tasks`, whose own number may be open, known before the run; empty if there
/// is no closed model.
using PredictFileMakespan = std::optional<double> (*)(const Star& star, const SharedFileTasks& tasks,
                                                      std::int64_t count, const Parameters& parameters);

/// A number of tasks that reaches the target: doubled from `first` on until one does, then bisected until the largest
/// number known to miss it is less than 0.5 % (or one task) below. Efficiency rises in steps as rounds fill up, so
/// scattered smaller numbers may reach the target too. Empty if no number tried up to and including `most` does.
std::optional<std::int64_t> least_tasks(const std::function<double(std::int64_t)>& efficiency, double target,
                                        std::int64_t first, std::int64_t most);

/// Tasks of an open number get the number that the target needs on this star, by the strategy's closed model
/// `makespan`; others are returned as they are. Throws NoSchedule, naming the strategy, when k_most_file_tasks tasks
/// cannot reach the target, or no model holds. Isoefficiency: Senger, Silva, Nascimento, CCGRIDW 2006, section IV.
SharedFileTasks counted_tasks(std::string_view strategy, PredictFileMakespan makespan, const Parameters& parameters,
                              const Star& star, const SharedFileTasks& tasks);

// Makespans of WQ, WQ+G and WQ+H without a simulator, for identical workers behind one-port feeders, identical tasks
// and no output, as Senger, Silva, Nascimento (CCGRIDW 2006) describe in sections III and V. Event by event until every
// worker has its file, then in whole rounds: except for sub-lists, the cost does not grow with the number of tasks.

/// How workers get the tasks of a group: an idle worker takes the next one, or each worker has its share from the
/// start.
enum class Grouping { dynamic_pull, static_jobs };

/// Whether supervisors share one queue of all tasks or have their own lists.
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

/// WQ+H with one file for all tasks: the master feeds the supervisors, and these feed their workers. Replication
/// changes nothing here: copies of a task begin after it and take as long. Sub-lists take time tasks x log(workers).
double hierarchical_makespan(const FileRun& run, int supervisors, Pull pull);

// The closed models by row of the strategy table: identical workers, one port, one size for all files, no output; WQ+G
// and WQ+H only with one file for all tasks. Empty in all other cases.
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
