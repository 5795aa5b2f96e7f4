#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/identity/parameters.h"
#include "platforms/model/star.h"
#include "strategies/files/scalability/scalability.h"
#include "strategies/model/strategy.h"
#include "workloads/model/shared_files.h"

namespace palio {

/// Who feeds whom: supervisors are nodes between the master and the workers, with ports like the master's own. The
/// master feeds workers without a supervisor.
struct FeedingTree {
  int supervisors = 0;
  std::vector<int> supervisor_of;  // by worker; -1: the master; empty: all by the master
};

/// What an idle worker does next: it starts a task, or its feeder sends it a file. At most one is set. If neither is,
/// it waits for take_recall().
struct WorkerOrder {
  std::optional<int> task;
  std::optional<int> file;
};

/// A strategy for tasks that share files, which decides while an engine runs. The engine asks whenever a worker is
/// idle, and again when the file it waited for arrives. It reports all tasks that end at a date first, then asks
/// workers in their order. Files are sent in the order of the requests; a supervisor asks the master for a file that it
/// does not hold. A task may run on several workers: when the first copy is done the others stop, and their workers are
/// idle at that date. The run ends when every task is done, even if files are on their way. All calls come from one
/// thread.
class FilePolicy {
public:
  FilePolicy() = default;
  FilePolicy(const FilePolicy&) = delete;
  FilePolicy& operator=(const FilePolicy&) = delete;
  virtual ~FilePolicy() = default;

  virtual FeedingTree tree() const { return {}; }

  /// A worker is idle. If the answer is a file, it is sent, and the worker asks again through file_arrived().
  virtual WorkerOrder idle(int worker, double now) = 0;
  /// The file has arrived: the task that starts now. Empty: the worker is idle and asked at once.
  virtual std::optional<int> file_arrived(int worker, int file, double now) = 0;
  /// The first copy of the task is done, by this worker.
  virtual void finished(int /*worker*/, int /*task*/, double /*now*/) {}
  /// Asked once after the tasks that end at a date: whether workers that were given nothing are to be asked again at
  /// this date, in their order among the others. Resets the answer.
  virtual bool take_recall() { return false; }
};

using MakeFilePolicy = std::function<std::unique_ptr<FilePolicy>(const Star& star, const SharedFileTasks& tasks,
                                                                 const Parameters& parameters)>;

/// How a strategy schedules tasks that share files, on a star with one port.
class FileMethod final : public StarMethod<SharedFileTasks> {
public:
  /// `predict` may be null: there is no closed model.
  FileMethod(MakeFilePolicy make, PredictFileMakespan predict)
      : StarMethod(PortNeed::one_port), policy(std::move(make)), makespan(predict) {}

  void check_workload(std::string_view strategy, const SharedFileTasks& tasks) const override {
    if (makespan == nullptr && tasks.target_efficiency > 0)
      throw UserError(
          fmt::format("strategy {} has no model of its makespan, so that it cannot say how many tasks a "
                      "target efficiency takes: give the number of tasks",
                      strategy));
  }

  /// Replaces an open number of tasks by what the strategy needs (counted_tasks).
  SharedFileTasks settled_workload(std::string_view strategy, const Parameters& parameters, const Star& star,
                                   const SharedFileTasks& tasks) const override {
    return counted_tasks(strategy, makespan, parameters, star, tasks);
  }

  MakeFilePolicy policy;
  PredictFileMakespan makespan;
};

}  // namespace palio
