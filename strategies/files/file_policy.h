#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/parameters.h"
#include "platforms/star.h"
#include "workloads/shared_files.h"

namespace palio {

/// Who feeds whom: supervisors are nodes between the master and the workers with ports like the master's own. A worker
/// without supervisor is fed by the master.
struct FeedingTree {
  int supervisors = 0;
  std::vector<int> supervisor_of;  // by worker; -1: the master; empty: all by the master
};

/// What an idle worker does next: runs `task`, after `file` arrived if one is named; or nothing, for good, if no task.
struct WorkerOrder {
  std::optional<int> task;
  std::optional<int> file;  // to be sent by the worker's feeder
};

/// What strategies for tasks that share files decide while an engine runs. The engine asks whenever a worker is idle,
/// and again when the file it waited for is there; workers that ask at the same date ask in their order. Files are sent
/// in the order of the requests; a supervisor asks the master for a file that it does not hold. All calls come from one
/// thread.
class FilePolicy {
public:
  FilePolicy() = default;
  FilePolicy(const FilePolicy&) = delete;
  FilePolicy& operator=(const FilePolicy&) = delete;
  virtual ~FilePolicy() = default;

  virtual FeedingTree tree() const = 0;

  /// A worker is idle. An answer with a file: the file is sent and the worker then asks again through file_arrived();
  /// an answer with a task alone: the task starts now.
  virtual WorkerOrder idle(int worker, double now) = 0;
  /// The file is there: the task that starts now, if any is left for the worker.
  virtual std::optional<int> file_arrived(int worker, int file, double now) = 0;
  /// A copy of the task is done. Tasks may run more than once; the first copy counts.
  virtual void finished(int worker, int task, double now) = 0;
};

using MakeFilePolicy = std::unique_ptr<FilePolicy> (*)(const Star& star, const SharedFileTasks& tasks,
                                                       const Parameters& parameters);

}  // namespace palio
