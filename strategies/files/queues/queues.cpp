#include "strategies/files/queues/queues.h"

#include <algorithm>
#include <cstdint>
#include <list>
#include <utility>

#include "strategies/files/scalability/scalability.h"

namespace palio {
namespace {

class WorkQueue final : public FilePolicy {
public:
  WorkQueue(const Star& star, const SharedFileTasks& tasks) : tasks_(tasks), waiting_(star.workers.size(), -1) {}

  WorkerOrder idle(int worker, double /*now*/) override {
    if (next_ == tasks_.task_count()) return {};
    waiting_[worker] = next_;
    return {std::nullopt, tasks_.file_of_task[next_++]};
  }

  std::optional<int> file_arrived(int worker, int /*file*/, double /*now*/) override { return waiting_[worker]; }

private:
  const SharedFileTasks& tasks_;
  int next_ = 0;
  std::vector<int> waiting_;  // by worker: the task whose file is on its way
};

class DynamicGroups final : public FilePolicy {
public:
  DynamicGroups(const Star& star, const SharedFileTasks& tasks)
      : pool_(tasks, 0, tasks.task_count(), static_cast<int>(star.workers.size())), held_(star.workers.size(), -1) {}

  WorkerOrder idle(int worker, double /*now*/) override {
    if (const std::optional<int> task = pool_.take(held_[worker])) return {task, std::nullopt};
    return {std::nullopt, pool_.claim(worker)};
  }

  std::optional<int> file_arrived(int worker, int file, double /*now*/) override {
    held_[worker] = file;
    return pool_.take_claimed(file);
  }

private:
  TaskPool pool_;
  std::vector<int> held_;  // by worker: its last file, -1 before the first
};

class StaticJobs final : public FilePolicy {
public:
  StaticJobs(const Star& star, const SharedFileTasks& tasks) : tasks_(tasks), held_(star.workers.size(), -1) {
    const std::vector<int> begins = even_parts(tasks.task_count(), static_cast<int>(star.workers.size()));
    next_.assign(begins.begin(), begins.end() - 1);
    end_.assign(begins.begin() + 1, begins.end());
  }

  WorkerOrder idle(int worker, double /*now*/) override {
    if (next_[worker] == end_[worker]) return {};
    const int file = tasks_.file_of_task[next_[worker]];
    if (file != held_[worker]) return {std::nullopt, file};
    return {next_[worker]++, std::nullopt};
  }

  std::optional<int> file_arrived(int worker, int file, double /*now*/) override {
    held_[worker] = file;
    return next_[worker]++;
  }

private:
  const SharedFileTasks& tasks_;
  std::vector<int> held_;        // by worker: its last file, -1 before the first
  std::vector<int> next_, end_;  // by worker: the rest of its job
};

enum class TaskState : unsigned char { ready, running, done };

// Tasks that certain workers take first: all tasks and all workers, or a supervisor's tasks and workers.
struct TaskList {
  TaskPool pool;
  int undone;
  std::list<int> running_once = {};  // by start; may hold tasks that are already done
};

class HierarchicalQueue final : public FilePolicy {
public:
  HierarchicalQueue(const Star& star, const SharedFileTasks& tasks, const Parameters& parameters)
      : tasks_(tasks),
        replicates_(text_of(parameters, "replication") == "on"),
        state_(tasks.file_of_task.size(), TaskState::ready),
        held_(star.workers.size(), -1),
        claimed_(star.workers.size(), 0) {
    const auto workers = static_cast<int>(star.workers.size());
    const int supervisors =
        supervisor_count(supervisor_choice(parameters), mean_times(star, tasks), tasks.task_count(), workers);
    const std::vector<int> first_worker = even_parts(workers, supervisors);
    tree_.supervisors = supervisors;
    tree_.supervisor_of = parts_of(first_worker);
    make_lists(pull_of(parameters) == Pull::global ? std::vector<int>{0, workers} : first_worker);
  }

  FeedingTree tree() const override { return tree_; }

  WorkerOrder idle(int worker, double /*now*/) override {
    const int own = list_of_worker_[worker];
    if (const auto order = from_list(own, worker)) return *order;
    const bool helps = lists_[own].undone == 0;
    if (helps)
      if (const auto order = from_list(fullest_list(), worker)) return *order;
    return {replicates_ ? replica(own, helps, worker) : std::nullopt, std::nullopt};
  }

  std::optional<int> file_arrived(int worker, int file, double /*now*/) override {
    held_[worker] = file;
    return started(claimed_[worker], lists_[claimed_[worker]].pool.take_claimed(file));
  }

  void finished(int /*worker*/, int task, double /*now*/) override {
    state_[task] = TaskState::done;
    const auto after = std::ranges::upper_bound(first_task_, task);
    const auto list = static_cast<std::size_t>(after - first_task_.begin()) - 1;
    if (--lists_[list].undone == 0) recall_ = true;
  }

  bool take_recall() override { return std::exchange(recall_, false); }

private:
  // By element of consecutive parts: the part that it is in.
  static std::vector<int> parts_of(const std::vector<int>& begins) {
    std::vector<int> part;
    for (std::size_t p = 0; p + 1 < begins.size(); ++p)
      part.insert(part.end(), begins[p + 1] - begins[p], static_cast<int>(p));
    return part;
  }

  void make_lists(const std::vector<int>& first_worker) {
    const auto lists = static_cast<int>(first_worker.size()) - 1;
    first_worker_ = first_worker;
    list_of_worker_ = parts_of(first_worker);
    first_task_ = even_parts(tasks_.task_count(), lists);
    for (std::size_t l = 0; l + 1 < first_task_.size(); ++l) {
      const int begin = first_task_[l];
      const int end = first_task_[l + 1];
      lists_.push_back({TaskPool(tasks_, begin, end, first_worker[l + 1] - first_worker[l]), end - begin});
    }
  }

  std::optional<int> started(std::size_t list, std::optional<int> task) {
    if (!task) return std::nullopt;
    state_[*task] = TaskState::running;
    if (replicates_) lists_[list].running_once.push_back(*task);
    return task;
  }

  std::optional<WorkerOrder> from_list(std::size_t list, int worker) {
    TaskPool& pool = lists_[list].pool;
    if (const auto task = started(list, pool.take(held_[worker]))) return WorkerOrder{task, std::nullopt};
    const int place = worker - first_worker_[list_of_worker_[worker]];
    const std::optional<int> file = pool.claim(place);
    if (!file) return std::nullopt;
    claimed_[worker] = list;
    return WorkerOrder{std::nullopt, file};
  }

  std::size_t fullest_list() const {
    const auto fullest = std::ranges::max_element(lists_, {}, [](const TaskList& list) { return list.pool.ready(); });
    return static_cast<std::size_t>(fullest - lists_.begin());
  }

  std::optional<int> replica(std::size_t own, bool helps, int worker) {
    const int file = held_[worker];
    if (!helps) return replica_of(lists_[own], file);
    for (TaskList& list : lists_)
      if (const auto task = replica_of(list, file)) return task;
    return std::nullopt;
  }

  std::optional<int> replica_of(TaskList& list, int file) {
    std::list<int>& tasks = list.running_once;
    for (auto at = tasks.begin(); at != tasks.end();) {
      const int task = *at;
      const bool running = state_[task] == TaskState::running;
      if (running && tasks_.file_of_task[task] != file) {
        ++at;
        continue;
      }
      at = tasks.erase(at);
      if (running) return static_cast<int>(task);
    }
    return std::nullopt;
  }

  const SharedFileTasks& tasks_;
  FeedingTree tree_;
  bool replicates_;
  bool recall_ = false;
  std::vector<TaskState> state_;      // by task
  std::vector<int> held_;             // by worker: its last file, -1 before the first
  std::vector<std::size_t> claimed_;  // by worker: the list for which its last file was sent
  std::vector<TaskList> lists_;
  std::vector<int> list_of_worker_;             // by worker: its own list
  std::vector<int> first_worker_, first_task_;  // by list, and the end
};

}  // namespace

std::unique_ptr<FilePolicy> make_work_queue(const Star& star, const SharedFileTasks& tasks,
                                            const Parameters& /*parameters*/) {
  return std::make_unique<WorkQueue>(star, tasks);
}

std::unique_ptr<FilePolicy> make_grouped_queue(const Star& star, const SharedFileTasks& tasks,
                                               const Parameters& parameters) {
  if (grouping_of(parameters) == Grouping::static_jobs) return std::make_unique<StaticJobs>(star, tasks);
  return std::make_unique<DynamicGroups>(star, tasks);
}

std::unique_ptr<FilePolicy> make_hierarchical_queue(const Star& star, const SharedFileTasks& tasks,
                                                    const Parameters& parameters) {
  return std::make_unique<HierarchicalQueue>(star, tasks, parameters);
}

TaskPool::TaskPool(const SharedFileTasks& tasks, int first, int last, int places)
    : first_(first), last_(last), places_(places), ready_(last - first) {
  for (int task = first; task < last; ++task) {
    const int file = tasks.file_of_task[task];
    if (runs_.empty() || runs_.back().file != file) {
      by_file_.emplace_back(file, runs_.size());
      first_of_run_.push_back(task);
      runs_.push_back({file, task, task, 0, static_cast<int>(runs_.size())});
    }
    ++runs_.back().end;
    ++runs_.back().unclaimed;
  }
  std::ranges::sort(by_file_);
}

std::optional<int> TaskPool::take(int file) {
  const std::optional<std::size_t> found = run_of(file);
  if (!found) return std::nullopt;
  const std::optional<int> task = take_from(runs_[*found]);
  if (task) --runs_[*found].unclaimed;
  return task;
}

std::optional<int> TaskPool::claim(int place) {
  if (runs_.empty()) return std::nullopt;
  const std::size_t home = run_of_place(place);
  std::size_t chosen = next_unclaimed(home);
  if (chosen == runs_.size()) chosen = next_unclaimed(0);
  if (chosen == runs_.size()) {
    if (runs_[home].next == runs_[home].end) return std::nullopt;
    chosen = home;
  }
  --runs_[chosen].unclaimed;
  return runs_[chosen].file;
}

std::optional<int> TaskPool::take_claimed(int file) {
  const std::optional<std::size_t> found = run_of(file);
  return found ? take_from(runs_[*found]) : std::nullopt;
}

std::optional<std::size_t> TaskPool::run_of(int file) const {
  const auto found = std::ranges::lower_bound(by_file_, file, {}, &std::pair<int, std::size_t>::first);
  if (found == by_file_.end() || found->first != file) return std::nullopt;
  return found->second;
}

std::optional<int> TaskPool::take_from(Run& run) {
  if (run.next == run.end) return std::nullopt;
  --ready_;
  return run.next++;
}

// Skips runs without unclaimed tasks for good, in ever longer chains.
std::size_t TaskPool::next_unclaimed(std::size_t from) {
  std::size_t at = from;
  while (at < runs_.size()) {
    Run& run = runs_[at];
    if (run.unclaimed > 0) break;
    if (run.onward == static_cast<int>(at)) ++run.onward;
    at = static_cast<std::size_t>(run.onward);
  }
  while (from < at) {
    const int next = runs_[from].onward;
    runs_[from].onward = static_cast<int>(at);
    from = next;
  }
  return at;
}

std::size_t TaskPool::run_of_place(int place) const {
  const auto offset = std::int64_t{std::min(place, places_ - 1)} * (last_ - first_) / places_;
  const auto after = std::ranges::upper_bound(first_of_run_, first_ + static_cast<int>(offset));
  return static_cast<std::size_t>(after - first_of_run_.begin()) - 1;
}

}  // namespace palio
