#pragma once

#include <vector>

#include "strategies/files/file_policy.h"

namespace palio::test {

/// A copy of a task on a worker; finish is where it ended or was stopped. Dates in s.
struct FileCopy {
  int task = 0;
  int worker = 0;
  double start = 0;
  double finish = 0;
  bool counts = false;  // the first copy that was done
  bool operator==(const FileCopy&) const = default;
};

struct FileTrace {
  double makespan = 0;           // end of the last task
  int transfers = 0;             // that began, to workers and supervisors
  std::vector<FileCopy> copies;  // by start, at one date by worker
};

/// Runs a policy event by event, without SimGrid: the rules of file_policy.h, output left out. A supervisor asks the
/// master once for a file. Throws std::runtime_error when nothing happens any more before all tasks are done.
FileTrace run_closed(const Star& star, const SharedFileTasks& tasks, FilePolicy& policy);

}  // namespace palio::test
