#pragma once

#include <string_view>
#include <vector>

#include "workloads/model/uncertainty.h"

namespace palio {

/// The most tasks of one application: their files alone take 400 MB.
inline constexpr int k_most_file_tasks = 100'000'000;

/// How tasks share files while their number is still open: all share one file, or each has its own.
enum class FileSharing { shared, per_task };

/// Independent tasks, each with one input file that the master holds; several tasks may need the same file.
struct SharedFileTasks {
  using Role = struct WorkloadRole;
  static constexpr std::string_view k_called = "tasks that share files";

  std::vector<double> file_bytes;  // size of each input file
  std::vector<int> file_of_task;   // by task: index into file_bytes; tasks of one file are consecutive
  double flop = 0;                 // of each task
  double output_bytes = 0;         // of each task; 0: nothing is sent back
  /// Above 0: the number of tasks is open, as many as this efficiency needs for the platform and the strategy;
  /// file_of_task is then empty, file_bytes has the size of any file, and task_count() is 0.
  double target_efficiency = 0;
  FileSharing sharing = FileSharing::shared;  // of open tasks only
  std::vector<double> factors = {};           // what the work of each task is multiplied by; empty: 1
  Uncertainty uncertainty = {};

  int task_count() const { return static_cast<int>(file_of_task.size()); }
  double work(std::size_t task) const { return factors.empty() ? flop : flop * factors[task]; }  // flop
};

/// Throws UserError naming the first invalid value: no task, a file of no positive size or that no task needs, an
/// unknown file, tasks of one file apart from each other, flop not positive, output negative. For open tasks: a target
/// outside [0, 1), tasks despite a target, not exactly one file size.
void check(const SharedFileTasks& tasks);

}  // namespace palio
