#pragma once

#include "workloads/model/task_graph.h"

namespace palio {

/// Amdahl's law: execution time (s) of a task on n >= 1 processors of `speed` flop/s.
inline double execution_time(const Task& task, int n, double speed) {
  return task.flop / speed * (task.alpha + (1.0 - task.alpha) / n);
}

/// The same on processors of this cluster, for which the task may have its own time.
inline double execution_time(const Task& task, int n, int cluster, double speed) {
  if (task.times.empty()) return execution_time(task, n, speed);
  return task.times[cluster] * (task.alpha + (1.0 - task.alpha) / n);
}

/// flop charged for the task on n processors: time x n x speed.
inline double work(const Task& task, int n) { return task.flop * (task.alpha * n + 1.0 - task.alpha); }

}  // namespace palio
