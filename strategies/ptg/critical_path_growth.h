#pragma once

#include <functional>
#include <vector>

#include "strategies/ptg/critical_path.h"
#include "workloads/task_graph.h"

namespace palio {

/// What the allocation procedures of the CPA family share (Radulescu, van Gemund, ICPP 2001): one processor per task at
/// first, then one more at a time for the task of the critical path that gains most. When to end is up to them.
class CriticalPathGrowth {
public:
  /// Execution time (s) of a task on n processors.
  using Time = std::function<double(int task, int n)>;
  /// Whether a task may have n processors; asked once for each n.
  using MayHave = std::function<bool(int task, int n)>;

  CriticalPathGrowth(const TaskGraph& graph, Time time, MayHave may_have);

  /// The task of the critical path with the largest gain T(n)/n - T(n+1)/(n+1) among those that may have one more
  /// processor and that `allowed(task)` lets pass; ties: the first one met from the entry; -1: there is none.
  template <class Allowed>
  int best_candidate(Allowed allowed) const {
    int best = -1;
    double best_gain = k_may_not_grow;
    for (int task = path_.first(); task >= 0; task = path_.next(task)) {
      const double gain = steps_[static_cast<std::size_t>(task)].gain;
      if (gain > best_gain && allowed(task)) {
        best = task;
        best_gain = gain;
      }
    }
    return best;
  }

  /// One more processor for a task that may have it.
  void grow(int task);

  /// The task keeps the processors it has.
  void close(int task) { steps_[static_cast<std::size_t>(task)].gain = k_may_not_grow; }

  /// Sum of processors x time over all tasks (s).
  double area() const;
  double critical_path_length() const { return path_.length(); }      // s
  const std::vector<int>& processors() const { return processors_; }  // by task

private:
  struct Step {
    double time = 0;  // s, with one more processor
    double gain = 0;  // of it; k_may_not_grow
  };

  static constexpr double k_may_not_grow = -1;

  Step step(int task) const;

  Time time_;
  MayHave may_have_;
  std::vector<int> processors_;
  CriticalPath path_;        // at the present allocation
  std::vector<Step> steps_;  // by task
};

}  // namespace palio
