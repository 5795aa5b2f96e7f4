#pragma once

#include <vector>

#include "workloads/model/task_graph.h"

namespace palio {

/// The processors of each precedence level of a graph, one for each task at first, held against the most that a level
/// may have.
class LevelProcessors {
public:
  LevelProcessors(const TaskGraph& graph, double most)
      : graph_(graph), most_(most), tasks_(graph.level_count()), processors_(tasks_.size(), 0) {
    for (int task = 0; task < graph.task_count(); ++task) {
      tasks_[level(task)].push_back(task);
      add(task);
    }
  }

  /// One more for the task.
  void add(int task) { ++processors_[level(task)]; }
  /// Whether its level may not have one more.
  bool is_full(int task) const { return processors_[level(task)] + 1 > most_; }
  /// The tasks of its level.
  const std::vector<int>& neighbours(int task) const { return tasks_[level(task)]; }

  const std::vector<int>& processors() const { return processors_; }  // by level

private:
  int level(int task) const { return graph_.level(task); }

  const TaskGraph& graph_;
  double most_;
  std::vector<std::vector<int>> tasks_;  // by level
  std::vector<int> processors_;
};

/// Closes the tasks whose level is full; all of them at first, later the neighbours of the task that grew last. Levels
/// stay full, so that no other test is needed.
template <class Allocation>
void close_full_levels(Allocation& allocation, const TaskGraph& graph, const LevelProcessors& levels) {
  for (int task = 0; task < graph.task_count(); ++task)
    if (levels.is_full(task)) allocation.close(task);
}
template <class Allocation>
void charge(Allocation& allocation, LevelProcessors& levels, int task) {
  levels.add(task);
  if (!levels.is_full(task)) return;
  for (const int neighbour : levels.neighbours(task)) allocation.close(neighbour);
}

}  // namespace palio
