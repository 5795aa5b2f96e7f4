#include "strategies/files/scalability/closed_model.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <vector>

#include "strategies/files/scalability/scalability.h"

namespace palio {
namespace {

struct WorkerEvent {
  double date = 0;
  int worker = 0;
  int list = -1;  // of the task that ends; -1: the worker's file is there
  auto operator<=>(const WorkerEvent&) const = default;
};

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
  // Everything of one date happens before anybody asks. Returns the tasks that are left.
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

// Workers take tasks from one queue from the dates (s, ascending) on at which they are ready.
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

double sub_lists_makespan(std::span<const double> ready, std::span<const int> first, std::int64_t tasks,
                          double execution) {
  return SubLists(ready, first, tasks, execution).makespan();
}

double work_queue_makespan(const FileRun& run) {
  const std::int64_t last = run.tasks - 1;
  const double cycle = run.times.input + run.times.execution;
  const std::int64_t round = last / run.workers;
  const std::int64_t place = last % run.workers;
  // Either the port never rests, or worker by worker in rounds of one cycle.
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
  if (pull == Pull::sub_lists) return sub_lists_makespan(ready, first, run.tasks, run.times.execution);
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
