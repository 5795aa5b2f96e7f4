#pragma once

#include <cstdint>

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

}  // namespace palio
