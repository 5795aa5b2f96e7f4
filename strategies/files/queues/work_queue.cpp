#include "strategies/files/queues/queues.h"

namespace palio {
namespace {

class WorkQueue final : public FilePolicy {
public:
  WorkQueue(const Star& star, const SharedFileTasks& tasks) : tasks_(tasks), waiting_(star.workers.size(), -1) {}

  FeedingTree tree() const override { return {}; }

  WorkerOrder idle(int worker, double /*now*/) override {
    if (next_ == tasks_.task_count()) return {};
    waiting_[static_cast<std::size_t>(worker)] = next_;
    return {std::nullopt, tasks_.file_of_task[static_cast<std::size_t>(next_++)]};
  }

  std::optional<int> file_arrived(int worker, int /*file*/, double /*now*/) override {
    return waiting_[static_cast<std::size_t>(worker)];
  }

  void finished(int /*worker*/, int /*task*/, double /*now*/) override {}

private:
  const SharedFileTasks& tasks_;
  int next_ = 0;
  std::vector<int> waiting_;  // by worker: the task whose file is on its way
};

}  // namespace

std::unique_ptr<FilePolicy> make_work_queue(const Star& star, const SharedFileTasks& tasks,
                                            const Parameters& /*parameters*/) {
  return std::make_unique<WorkQueue>(star, tasks);
}

}  // namespace palio
