#pragma once

#include <vector>

namespace palio {

/// The first copy of a task that was done. Dates in s.
struct FileTaskRun {
  int worker = 0;
  double start = 0;
  double finish = 0;
};

/// What an engine made of a policy's answers.
struct FileSchedule {
  std::vector<FileTaskRun> tasks;  // by task
  double makespan = 0;             // s; the last task's end, or the arrival of the last output at the master
  int transfers = 0;               // of input files to workers and to supervisors that began until then
};

}  // namespace palio
