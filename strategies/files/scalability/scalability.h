#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/identity/parameters.h"
#include "platforms/model/star.h"
#include "workloads/model/shared_files.h"

namespace palio {

// The scalability estimates of Senger, Silva, Nascimento, CCGRIDW 2006, equations 1 to 6. All times in s, positive;
// input + output > 0.

/// What one task takes: its input file over the master's port, its execution, its output.
struct TaskTimes {
  double input = 0;
  double execution = 0;
  double output = 0;
};

/// Eq. 1: from the request of a task to its result.
double response_time(const TaskTimes& times);

/// Eq. 2: workers that a master can feed when every task brings its file.
double effective_workers(const TaskTimes& times);

/// Eq. 3: response time of a job of so many tasks (on average; need not be whole) that share one file.
double job_response_time(const TaskTimes& times, double tasks_per_job);

/// Eq. 4: workers that a master or a supervisor can feed when a file is sent once for a job.
double effective_workers_for_jobs(const TaskTimes& times, double tasks_per_job);

/// Eq. 5: part of the workers' time that the sequential run would need.
double efficiency(double sequential_makespan, double parallel_makespan, int workers);

/// One node with all tasks: every file once, then every task and its output. The numerator of eq. 5.
double sequential_makespan(const TaskTimes& times, std::int64_t tasks, std::int64_t files);

/// Eq. 6: supervisors for the nodes of one cluster, each feeding at most so many; at least 1.
int supervisors_of_cluster(int nodes, double effective_workers);

/// What one task takes on average over the workers and, for its input, over the files; latencies count in every
/// transfer. Exact, without a rounded mean, where all are alike.
TaskTimes mean_times(const Star& star, const SharedFileTasks& tasks);

/// The same where the closed model holds: identical workers, one port, one size for all files, no output. Supervisors
/// are reached as the workers are.
std::optional<TaskTimes> closed_times(const Star& star, const SharedFileTasks& tasks);

/// How many supervisors stand between master and workers. fixed: one per given number of workers. eq4: one per as many
/// as it feeds by equation 4. table1: what gives the makespans of the paper's Table I; worker numbers between two rows
/// take the larger row, more than 10,000 workers one supervisor per 50.
enum class SupervisorRule { fixed, eq4, table1 };

/// The rule with what it needs to know.
struct SupervisorChoice {
  SupervisorRule rule = SupervisorRule::fixed;
  int workers_per_supervisor = 50;  // fixed only
};

/// Reads supervisor_rule and workers_per_supervisor.
SupervisorChoice supervisor_choice(const Parameters& parameters);

/// 1 to `workers`. Senger, Silva, Nascimento, CCGRIDW 2006, sections III, V and VI; all workers are one cluster.
int supervisor_count(const SupervisorChoice& choice, const TaskTimes& times, std::int64_t tasks, int workers);

/// `count` things over `parts` in order, as evenly as possible, the first parts one more: where each part begins, and
/// the end.
std::vector<int> even_parts(int count, int parts);

}  // namespace palio
