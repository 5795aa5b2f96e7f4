#pragma once

#include "workloads/model/task_graph.h"

namespace palio {

/// A task's time on n >= 1 processors of a cluster, as a multiple of its work over their speed:
///   amdahl         (1 - alpha) / n + alpha
///   roofline       1 / min(n, max_processors)
///   communication  1 / n + overhead (n - 1)
///   general        (1 - alpha) / min(n, max_processors) + alpha + overhead (n - 1)
///   powercom       1 / n + overhead n^exponent
/// It falls with n to some number of processors, and from there on never falls again.
/// Benoit, Perotin, Robert, Sun, TOPC 2024 (arXiv 2304.14127); powercom: Perotin, Sun et al., "The Fair
/// algorithm", preprint rs-8251720, 2025.
double time_factor_by_law(const Task& task, int n);
inline double time_factor(const Task& task, int n) {
  if (task.speedup.law == SpeedupLaw::amdahl) return task.alpha + (1.0 - task.alpha) / n;
  return time_factor_by_law(task, n);
}

/// Execution time (s) of a task on n processors of `speed` flop/s.
inline double execution_time(const Task& task, int n, double speed) { return task.flop / speed * time_factor(task, n); }

/// The same on processors of this cluster, for which the task may have its own time.
inline double execution_time(const Task& task, int n, int cluster, double speed) {
  if (task.times.empty()) return execution_time(task, n, speed);
  return task.times[cluster] * time_factor(task, n);
}

/// What one processor takes for a task, as a multiple of its work over the speed: the least area of a task by every
/// law.
inline double one_processor_factor(const Task& task) {
  return task.speedup.law == SpeedupLaw::amdahl ? 1 : time_factor(task, 1);
}

/// The same of all tasks of a graph, flop.
inline double one_processor_work(const TaskGraph& graph) {
  double work = 0;
  for (const Task& task : graph.tasks()) work += task.flop * one_processor_factor(task);
  return work;
}

/// The least number of processors, at most `most`, on which the task's time is least. Under Amdahl's law all
/// of them, also for a task that does not speed up: its data may arrive sooner.
int fastest_allocation(const Task& task, int most);

/// Under Amdahl's law, flop charged for the task on n processors: time x n x speed.
inline double work(const Task& task, int n) { return task.flop * (task.alpha * n + 1.0 - task.alpha); }

}  // namespace palio
