#include "strategies/files/scalability/scalability.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "strategies/model/strategy.h"
#include "workloads/families/families.h"

namespace palio {
namespace {

bool identical(const Star& star) {
  const Worker& first = star.workers.front();
  return std::ranges::all_of(star.workers, [&](const Worker& worker) {
    return worker.speed == first.speed && worker.link.bandwidth == first.link.bandwidth &&
           worker.link.latency == first.link.latency;
  });
}

bool one_size(const SharedFileTasks& tasks) {
  const double first = tasks.file_bytes.front();
  return std::ranges::all_of(tasks.file_bytes, [&](double bytes) { return bytes == first; });
}

TaskTimes times_of(const Worker& worker, double master_bandwidth, double file_bytes, const SharedFileTasks& tasks) {
  const double bandwidth = std::min(master_bandwidth, worker.link.bandwidth);
  const double output = tasks.output_bytes > 0 ? worker.link.latency + tasks.output_bytes / bandwidth : 0;
  return {worker.link.latency + file_bytes / bandwidth, tasks.flop / worker.speed, output};
}

struct Row {
  int workers;
  int supervisors;
};

constexpr auto k_table1 = std::to_array<Row>(
    {{50, 1}, {100, 2}, {400, 10}, {500, 10}, {1000, 20}, {2000, 40}, {3000, 60}, {5000, 100}, {10000, 200}});

int by_table1(int workers) {
  const auto* row = std::ranges::lower_bound(k_table1, workers, {}, &Row::workers);
  return row == k_table1.end() ? supervisors_of_cluster(workers, 50) : row->supervisors;
}

constexpr double k_isoefficiency_precision = 0.005;

double predicted_efficiency(std::string_view strategy, PredictFileMakespan predict, const Parameters& parameters,
                            const Star& star, const SharedFileTasks& tasks, std::int64_t count) {
  const std::optional<TaskTimes> times = closed_times(star, tasks);
  const std::optional<double> makespan = predict(star, tasks, count, parameters);
  if (!times || !makespan)
    throw NoSchedule(
        fmt::format("how many tasks {} needs for a target efficiency is known for identical workers behind one port, "
                    "no output and{}",
                    strategy, " files of one size, with groups or supervisors for a single file"));
  const std::int64_t files = tasks.sharing == FileSharing::shared ? 1 : count;
  return efficiency(sequential_makespan(*times, count, files), *makespan, static_cast<int>(star.workers.size()));
}

}  // namespace

double effective_workers_for_jobs(const TaskTimes& times, double tasks_per_job) {
  const double response_time = times.input + tasks_per_job * (times.execution + times.output);
  return response_time / (times.input + tasks_per_job * times.output);
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

TaskTimes mean_times(const Star& star, const SharedFileTasks& tasks) {
  const double file_bytes = one_size(tasks) ? tasks.file_bytes.front()
                                            : std::accumulate(tasks.file_bytes.begin(), tasks.file_bytes.end(), 0.0) /
                                                  static_cast<double>(tasks.file_bytes.size());
  if (identical(star)) return times_of(star.workers.front(), star.master_bandwidth, file_bytes, tasks);
  TaskTimes mean;
  const auto workers = static_cast<double>(star.workers.size());
  for (const Worker& worker : star.workers) {
    const TaskTimes times = times_of(worker, star.master_bandwidth, file_bytes, tasks);
    mean.input += times.input / workers;
    mean.execution += times.execution / workers;
    mean.output += times.output / workers;
  }
  return mean;
}

std::optional<TaskTimes> closed_times(const Star& star, const SharedFileTasks& tasks) {
  if (!one_size(tasks) || tasks.output_bytes > 0 || star.port_model != PortModel::one_port || !identical(star))
    return std::nullopt;
  return mean_times(star, tasks);
}

SupervisorChoice supervisor_choice(const Parameters& parameters) {
  const std::string& rule = text_of(parameters, "supervisor_rule");
  SupervisorChoice choice;
  choice.workers_per_supervisor = static_cast<int>(integer_of(parameters, "workers_per_supervisor"));
  if (rule == "eq4") choice.rule = SupervisorRule::eq4;
  if (rule == "table1") choice.rule = SupervisorRule::table1;
  return choice;
}

int supervisor_count(const SupervisorChoice& choice, const TaskTimes& times, std::int64_t tasks, int workers) {
  switch (choice.rule) {
    case SupervisorRule::fixed: return supervisors_of_cluster(workers, choice.workers_per_supervisor);
    case SupervisorRule::eq4:
      return supervisors_of_cluster(workers, effective_workers_for_jobs(times, static_cast<double>(tasks) / workers));
    case SupervisorRule::table1: return by_table1(workers);
  }
  return 1;
}

std::vector<int> even_parts(int count, int parts) {
  std::vector<int> begins{0};
  for (int part = 0; part < parts; ++part)
    begins.push_back(begins.back() + count / parts + (part < count % parts ? 1 : 0));
  return begins;
}

std::optional<std::int64_t> least_tasks(const std::function<double(std::int64_t)>& efficiency, double target,
                                        std::int64_t first, std::int64_t most) {
  std::int64_t misses = 0;
  std::int64_t reaches = std::min(first, most);
  while (efficiency(reaches) < target) {
    if (reaches == most) return std::nullopt;
    misses = reaches;
    reaches = std::min(2 * reaches, most);
  }
  while (reaches - misses > 1 &&
         static_cast<double>(reaches - misses) > k_isoefficiency_precision * static_cast<double>(reaches)) {
    const std::int64_t middle = misses + (reaches - misses) / 2;
    (efficiency(middle) < target ? misses : reaches) = middle;
  }
  return reaches;
}

SharedFileTasks counted_tasks(std::string_view strategy, PredictFileMakespan makespan, const Parameters& parameters,
                              const Star& star, const SharedFileTasks& tasks) {
  if (tasks.target_efficiency == 0) return tasks;
  const auto reached = [&](std::int64_t count) {
    return predicted_efficiency(strategy, makespan, parameters, star, tasks, count);
  };
  const auto workers = static_cast<std::int64_t>(star.workers.size());
  const auto count = least_tasks(reached, tasks.target_efficiency, workers, k_most_file_tasks);
  if (!count)
    throw NoSchedule(fmt::format(
        "{} cannot reach an efficiency of {} on {} workers: {} tasks reach {:.4f}; take fewer workers or smaller files",
        strategy, tasks.target_efficiency, workers, k_most_file_tasks, reached(k_most_file_tasks)));
  return with_task_count(tasks, static_cast<int>(*count));
}

}  // namespace palio
