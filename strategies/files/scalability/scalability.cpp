#include "strategies/files/scalability/scalability.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <queue>
#include <set>

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

// mean_times() where the closed model holds: identical workers, one port, one size for all files, no output. Links to
// supervisors are like those to workers.
std::optional<TaskTimes> closed_times(const Star& star, const SharedFileTasks& tasks) {
  if (!one_size(tasks) || tasks.output_bytes > 0 || star.port_model != PortModel::one_port || !identical(star))
    return std::nullopt;
  return mean_times(star, tasks);
}

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

struct WorkerEvent {
  double date = 0;
  int worker = 0;
  int list = -1;  // of the task that ends; -1: the worker's file is there
  auto operator<=>(const WorkerEvent&) const = default;
};

// WQ+H with a list of tasks for every supervisor, as even as possible, the first ones longer (Senger, Silva,
// Nascimento, CCGRIDW 2006, section V, steps 5 and 6 of the supervisor). Its workers, first[s] to first[s + 1] - 1,
// take the tasks of their own list; once those are all done, ready tasks of the list that has most of them (the first
// among equals). ready: by worker, the date (s) from which it can work.
class SubLists {
public:
  SubLists(std::span<const double> ready, std::span<const int> first, std::int64_t tasks, double execution)
      : execution_(execution), left_(tasks) {
    const auto supervisors = static_cast<std::int64_t>(first.size()) - 1;
    for (std::int64_t s = 0; s < supervisors; ++s) {
      ready_.push_back(tasks / supervisors + (s < tasks % supervisors ? 1 : 0));
      for (int worker = first[s]; worker < first[s + 1]; ++worker) own_.push_back(s);
    }
    undone_ = ready_;
    for (std::size_t worker = 0; worker < ready.size(); ++worker)
      events_.push({ready[worker], static_cast<int>(worker)});
  }

  double makespan() {
    while (true) {
      const double now = events_.top().date;
      if (take_ends(now) == 0) return now;
      ask(now);
    }
  }

private:
  // Reports all events of one date before any worker asks. Returns the number of tasks left.
  std::int64_t take_ends(double now) {
    for (; !events_.empty() && events_.top().date == now; events_.pop()) {
      const WorkerEvent& event = events_.top();
      asking_.insert(event.worker);
      if (event.list < 0) continue;
      --left_;
      if (--undone_[event.list] == 0) asking_.merge(idle_);
    }
    return left_;
  }

  void ask(double now) {
    for (const int worker : asking_) {
      const int list = choice(own_[worker]);
      if (list < 0) {
        idle_.insert(worker);
        continue;
      }
      --ready_[list];
      events_.push({now + execution_, worker, list});
    }
    asking_.clear();
  }

  int choice(std::size_t own) const {
    if (ready_[own] > 0) return static_cast<int>(own);
    if (undone_[own] > 0) return -1;
    const auto most = std::ranges::max_element(ready_);
    return *most > 0 ? static_cast<int>(most - ready_.begin()) : -1;
  }

  double execution_;
  std::int64_t left_;
  std::vector<std::int64_t> ready_;   // by supervisor: tasks not taken
  std::vector<std::int64_t> undone_;  // by supervisor: tasks that are not done
  std::vector<std::size_t> own_;      // by worker: its supervisor
  std::priority_queue<WorkerEvent, std::vector<WorkerEvent>, std::greater<>> events_;
  std::set<int> asking_, idle_;
};

// Free workers take `tasks` tasks. They become free within one execution time of each other, so each takes one per
// round, always in the same order.
double rounds_makespan(const std::vector<double>& sorted_free, std::int64_t tasks, double execution) {
  const auto workers = static_cast<std::int64_t>(sorted_free.size());
  const std::int64_t rounds = tasks / workers;
  const std::int64_t rest = tasks % workers;
  if (rest == 0) return sorted_free.back() + static_cast<double>(rounds) * execution;
  return sorted_free[rest - 1] + static_cast<double>(rounds + 1) * execution;
}

// Workers take tasks from one queue as soon as they are ready; dates in s, ascending.
double pulled_makespan(const std::vector<double>& ready, std::int64_t tasks, double execution) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free(std::greater<>{}, ready);
  double makespan = 0;
  for (; tasks > 0 && free.top() < ready.back(); --tasks) {
    makespan = free.top() + execution;
    free.pop();
    free.push(makespan);
  }
  if (tasks == 0) return makespan;
  std::vector<double> sorted_free;
  for (; !free.empty(); free.pop()) sorted_free.push_back(free.top());
  return rounds_makespan(sorted_free, tasks, execution);
}

double static_makespan(const FileRun& run) {
  double makespan = 0;
  for (int worker = 0; worker < run.workers; ++worker) {
    const std::int64_t job = run.tasks / run.workers + (worker < run.tasks % run.workers ? 1 : 0);
    if (job == 0) break;
    makespan = std::max(makespan, (worker + 1) * run.times.input + static_cast<double>(job) * run.times.execution);
  }
  return makespan;
}

bool all_share_one_file(const SharedFileTasks& tasks) {
  return tasks.target_efficiency > 0 ? tasks.sharing == FileSharing::shared : tasks.file_bytes.size() == 1;
}

std::optional<FileRun> one_file_run(const Star& star, const SharedFileTasks& tasks, std::int64_t count) {
  const std::optional<TaskTimes> times = closed_times(star, tasks);
  if (!times || !all_share_one_file(tasks)) return std::nullopt;
  return FileRun{count, static_cast<int>(star.workers.size()), *times};
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

double work_queue_makespan(const FileRun& run) {
  const std::int64_t last = run.tasks - 1;
  const double cycle = run.times.input + run.times.execution;
  const std::int64_t round = last / run.workers;
  const std::int64_t place = last % run.workers;
  // Either the port never idles, or it serves worker by worker in rounds of one cycle.
  const double port = static_cast<double>(last) * run.times.input;
  const double rounds = static_cast<double>(round) * cycle + static_cast<double>(place) * run.times.input;
  return std::max(port, rounds) + cycle;
}

double grouped_makespan(const FileRun& run, Grouping grouping) {
  if (grouping == Grouping::static_jobs) return static_makespan(run);
  std::vector<double> ready;
  for (int worker = 0; worker < run.workers; ++worker) ready.push_back((worker + 1) * run.times.input);
  return pulled_makespan(ready, run.tasks, run.times.execution);
}

double hierarchical_makespan(const FileRun& run, int supervisors, Pull pull) {
  const std::vector<int> first = even_parts(run.workers, supervisors);
  std::vector<double> ready;
  for (std::size_t s = 0; s + 1 < first.size(); ++s)
    for (int worker = first[s]; worker < first[s + 1]; ++worker)
      ready.push_back(static_cast<double>(s + 1) * run.times.input + (worker - first[s] + 1) * run.times.input);
  if (pull == Pull::sub_lists) return SubLists(ready, first, run.tasks, run.times.execution).makespan();
  std::ranges::sort(ready);
  return pulled_makespan(ready, run.tasks, run.times.execution);
}

std::optional<double> predicted_work_queue(const Star& star, const SharedFileTasks& tasks, std::int64_t count,
                                           const Parameters& /*parameters*/) {
  const std::optional<TaskTimes> times = closed_times(star, tasks);
  if (!times) return std::nullopt;
  return work_queue_makespan({count, static_cast<int>(star.workers.size()), *times});
}

std::optional<double> predicted_grouped(const Star& star, const SharedFileTasks& tasks, std::int64_t count,
                                        const Parameters& parameters) {
  const std::optional<FileRun> run = one_file_run(star, tasks, count);
  if (!run) return std::nullopt;
  return grouped_makespan(*run, grouping_of(parameters));
}

std::optional<double> predicted_hierarchical(const Star& star, const SharedFileTasks& tasks, std::int64_t count,
                                             const Parameters& parameters) {
  const std::optional<FileRun> run = one_file_run(star, tasks, count);
  if (!run) return std::nullopt;
  const int supervisors = supervisor_count(supervisor_choice(parameters), run->times, count, run->workers);
  return hierarchical_makespan(*run, supervisors, pull_of(parameters));
}

Grouping grouping_of(const Parameters& parameters) {
  return text_of(parameters, "mode") == "static" ? Grouping::static_jobs : Grouping::dynamic_pull;
}

Pull pull_of(const Parameters& parameters) {
  return text_of(parameters, "pull") == "sub-lists" ? Pull::sub_lists : Pull::global;
}

}  // namespace palio
