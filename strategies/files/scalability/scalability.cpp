#include "strategies/files/scalability/scalability.h"

#include <algorithm>
#include <cmath>

namespace palio {

double response_time(const TaskTimes& times) { return times.input + times.execution + times.output; }

double effective_workers(const TaskTimes& times) { return response_time(times) / (times.input + times.output); }

double job_response_time(const TaskTimes& times, double tasks_per_job) {
  return times.input + tasks_per_job * (times.execution + times.output);
}

double effective_workers_for_jobs(const TaskTimes& times, double tasks_per_job) {
  return job_response_time(times, tasks_per_job) / (times.input + tasks_per_job * times.output);
}

double efficiency(double sequential_makespan, double parallel_makespan, int workers) {
  return sequential_makespan / (parallel_makespan * workers);
}

double sequential_makespan(const TaskTimes& times, std::int64_t tasks, std::int64_t files) {
  return static_cast<double>(files) * times.input + static_cast<double>(tasks) * (times.execution + times.output);
}

int supervisors_of_cluster(int nodes, double effective_workers) {
  return std::max(1, static_cast<int>(std::ceil(nodes / effective_workers)));
}

}  // namespace palio
