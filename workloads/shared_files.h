#pragma once

#include <vector>

namespace palio {

/// Independent tasks, each with one input file that the master holds; several tasks may need the same file.
struct SharedFileTasks {
  std::vector<double> file_bytes;  // size of each input file
  std::vector<int> file_of_task;   // by task: index into file_bytes; tasks of one file are consecutive
  double flop = 0;                 // of each task
  double output_bytes = 0;         // of each task; 0: nothing is sent back

  int task_count() const { return static_cast<int>(file_of_task.size()); }
};

/// Throws UserError naming the first value that makes no sense: no task, a file of no positive size or that no task
/// needs, an unknown file, tasks of one file apart from each other, flop not positive, output negative.
void check(const SharedFileTasks& tasks);

}  // namespace palio
