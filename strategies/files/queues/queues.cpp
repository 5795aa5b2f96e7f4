#include "strategies/files/queues/queues.h"

#include "strategies/files/scalability/closed_model.h"
#include "strategies/files/scalability/scalability.h"
#include "strategies/files/task_pool.h"

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
  std::vector<int> next_, end_;  // by worker: what is left of its job
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

}  // namespace palio
