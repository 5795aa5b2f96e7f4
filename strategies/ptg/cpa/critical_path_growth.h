#pragma once

#include <compare>
#include <functional>
#include <vector>

#include "strategies/ptg/cpa/critical_path.h"
#include "strategies/ptg/cpa/tournament.h"

namespace palio {

/// What the allocation procedures of the CPA family share (Radulescu, van Gemund, ICPP 2001): one processor per task at
/// first, then one more at a time for the task of the critical path that gains most. When to end is up to them.
class CriticalPathGrowth {
public:
  /// Execution time (s) of a task on n processors; more processors are never slower.
  using Time = std::function<double(int task, int n)>;

  /// `largest`: the most processors of each task, at least 1.
  CriticalPathGrowth(const TaskGraph& graph, Time time, std::vector<int> largest);

  /// The task of the critical path with the largest gain T(n)/n - T(n+1)/(n+1) among those that may have one more
  /// processor; ties: the first one met from the entry; -1: there is none.
  int best_candidate();

  /// One more processor for a task that may have it.
  void grow(int task);

  /// The task keeps the processors it has.
  void close(int task) { set_gain(path_.position(task), k_may_not_grow); }

  /// How the critical path compares to the area over `area_divisor` (processors).
  std::partial_ordering compare_to_area(double area_divisor);

  /// Sum of processors x time over all tasks (s).
  double area() const;
  double critical_path_length() { return path_.length(); }            // s
  const std::vector<int>& processors() const { return processors_; }  // by task

private:
  static constexpr double k_may_not_grow = -1;

  void look_ahead(int task);
  void set_gain(CriticalPath::Position position, double gain);
  void mark(std::size_t block);
  CriticalPath::Position best_on_path(std::size_t block) const;

  Time time_;
  std::vector<int> largest_, processors_;  // by task
  CriticalPath path_;                      // at the present allocation
  std::vector<double> next_time_;          // s, by task, with one more processor
  std::vector<double> gain_;               // of it, by position; or k_may_not_grow
  // By block of positions.
  std::vector<CriticalPath::Position> best_;  // of the path
  Tournament best_gains_;
  std::vector<char> is_outdated_;
  std::vector<std::size_t> outdated_;
  double rough_area_;  // s, summed up step by step
  int grown_ = 0;      // steps since that was exact
};

}  // namespace palio
