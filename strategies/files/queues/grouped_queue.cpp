#include "strategies/files/queues/queues.h"

#include "strategies/files/scalability/closed_model.h"
#include "strategies/files/scalability/scalability.h"
#include "strategies/files/task_pool.h"

namespace palio {
namespace {

class DynamicGroups final : public FilePolicy {
public:
  DynamicGroups(const Star& star, const SharedFileTasks& tasks)
      : pool_(tasks, 0, tasks.task_count(), static_cast<int>(star.workers.size())), held_(star.workers.size(), -1) {}

  FeedingTree tree() const override { return {}; }

  WorkerOrder idle(int worker, double /*now*/) override {
    if (const std::optional<int> task = pool_.take(held_[static_cast<std::size_t>(worker)]))
      return {task, std::nullopt};
    return {std::nullopt, pool_.claim(worker)};
  }

  std::optional<int> file_arrived(int worker, int file, double /*now*/) override {
    held_[static_cast<std::size_t>(worker)] = file;
    return pool_.take_claimed(file);
  }

  void finished(int /*worker*/, int /*task*/, double /*now*/) override {}

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

  FeedingTree tree() const override { return {}; }

  WorkerOrder idle(int worker, double /*now*/) override {
    const auto w = static_cast<std::size_t>(worker);
    if (next_[w] == end_[w]) return {};
    const int file = tasks_.file_of_task[static_cast<std::size_t>(next_[w])];
    if (file != held_[w]) return {std::nullopt, file};
    return {next_[w]++, std::nullopt};
  }

  std::optional<int> file_arrived(int worker, int file, double /*now*/) override {
    const auto w = static_cast<std::size_t>(worker);
    held_[w] = file;
    return next_[w]++;
  }

  void finished(int /*worker*/, int /*task*/, double /*now*/) override {}

private:
  const SharedFileTasks& tasks_;
  std::vector<int> held_;        // by worker: its last file, -1 before the first
  std::vector<int> next_, end_;  // by worker: what is left of its job
};

}  // namespace

std::unique_ptr<FilePolicy> make_grouped_queue(const Star& star, const SharedFileTasks& tasks,
                                               const Parameters& parameters) {
  if (grouping_of(parameters) == Grouping::static_jobs) return std::make_unique<StaticJobs>(star, tasks);
  return std::make_unique<DynamicGroups>(star, tasks);
}

}  // namespace palio
