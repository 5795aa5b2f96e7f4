#pragma once

#include <vector>

#include "workloads/task_graph.h"

namespace palio {

/// One critical path of a graph, without edge times, kept up to date while the times of tasks change: from the entry
/// with the largest bottom level, always to the child with the largest one (ties: lowest id). A change costs the
/// ancestors whose bottom level it alters.
class CriticalPath {
public:
  /// `task_time` in s, by task.
  CriticalPath(const TaskGraph& graph, std::vector<double> task_time);

  double task_time(int task) const { return task_time_[static_cast<std::size_t>(task)]; }
  void set_task_time(int task, double time);

  double length() const { return level_[static_cast<std::size_t>(first_)]; }  // s
  int first() const { return first_; }
  /// The task after `task`, -1 behind an exit.
  int next(int task) const { return next_[static_cast<std::size_t>(task)]; }

private:
  bool update_level(int task);
  void find_first();

  const TaskGraph& graph_;
  std::vector<int> entries_;
  std::vector<double> task_time_, level_;  // s, by task
  std::vector<int> next_;                  // the child with the largest level
  std::vector<char> outdated_;             // by topological position
  int first_ = -1;
};

}  // namespace palio
