#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/model/star.h"
#include "strategies/model/dates.h"
#include "workloads/model/shared_files.h"

namespace palio {

/// The first completed copy of a task. Dates in s.
struct FileTaskRun {
  int worker = 0;
  double start = 0;
  double finish = 0;
};

/// A message that arrived. Nodes are numbered from the master, which is 0, through the supervisors to the workers.
struct FileTransfer {
  int from = 0;
  int to = 0;
  int file = -1;      // -1: the output of a task
  double start = 0;   // s
  double finish = 0;  // s
};

/// A copy of a task that was not the first to complete: it was stopped or finished too late.
struct FileTaskCopy {
  int task = 0;
  FileTaskRun run;
};

/// The simulated schedule of a policy.
struct FileSchedule {
  using Role = struct ScheduleRole;
  static constexpr std::string_view k_called = "tasks that share files";

  std::vector<FileTaskRun> tasks;  // by task
  double makespan = 0;             // s; the last task's end, or the arrival of the last output at the master
  int transfers = 0;               // of input files to workers and to supervisors that began before that
  // On request only, in the order of their ends.
  std::vector<FileTransfer> messages = {};
  std::vector<FileTaskCopy> copies = {};
  int supervisors = 0;
};

/// The first rule that a run of tasks that share files breaks, in one sentence that names the task, the worker and the
/// dates; empty for a valid run. Rules: every task is done, on a worker that exists, in exactly flop / speed; a worker
/// runs one task at a time; nothing ends after the makespan. Dates may differ by k_date_tolerance, relatively.
std::optional<std::string> find_file_violation(const Star& star, const SharedFileTasks& tasks,
                                               const FileSchedule& schedule);

}  // namespace palio
