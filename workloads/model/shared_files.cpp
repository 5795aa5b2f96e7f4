#include "workloads/model/shared_files.h"

#include <cmath>

#include "core/error.h"

namespace palio {
namespace {

void check_files(const SharedFileTasks& tasks) {
  for (std::size_t file = 0; file < tasks.file_bytes.size(); ++file)
    if (!std::isfinite(tasks.file_bytes[file]) || tasks.file_bytes[file] <= 0)
      throw UserError("file {} has {} bytes, but must have a positive number", file, tasks.file_bytes[file]);
}

// Files in the order of their first task, so that consecutive tasks of one file are a single run.
void check_runs(const SharedFileTasks& tasks) {
  std::vector<bool> seen(tasks.file_bytes.size());
  int previous = -1;
  for (std::size_t task = 0; task < tasks.file_of_task.size(); ++task) {
    const int file = tasks.file_of_task[task];
    if (file < 0 || file >= static_cast<int>(seen.size()))
      throw UserError("task {} needs file {}, but there are {} files", task, file, seen.size());
    if (file == previous) continue;
    if (seen[file])
      throw UserError("task {} needs file {}, but other tasks of that file are not next to it", task, file);
    seen[file] = true;
    previous = file;
  }
  for (std::size_t file = 0; file < seen.size(); ++file)
    if (!seen[file]) throw UserError("file {} is needed by no task", file);
}

// Tasks whose number is determined later.
void check_open(const SharedFileTasks& tasks) {
  if (!(tasks.target_efficiency > 0 && tasks.target_efficiency < 1))
    throw UserError("the target efficiency is {}, but must be above 0 and below 1", tasks.target_efficiency);
  if (!tasks.file_of_task.empty() || tasks.file_bytes.size() != 1)
    throw UserError("tasks with a target efficiency have one file size and no number, not {} sizes, {} tasks",
                    tasks.file_bytes.size(), tasks.file_of_task.size());
  check_files(tasks);
}

}  // namespace

void check(const SharedFileTasks& tasks) {
  if (!std::isfinite(tasks.flop) || tasks.flop <= 0)
    throw UserError("tasks have {} flop, but must have a positive number", tasks.flop);
  if (!std::isfinite(tasks.output_bytes) || tasks.output_bytes < 0)
    throw UserError("tasks have {} bytes of output, but must have 0 or more", tasks.output_bytes);
  if (tasks.target_efficiency != 0) return check_open(tasks);
  if (tasks.file_of_task.empty()) throw UserError("a set of tasks needs at least one task");
  check_files(tasks);
  check_runs(tasks);
}

}  // namespace palio
