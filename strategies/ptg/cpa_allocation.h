#pragma once

#include <functional>
#include <vector>

#include "strategies/ptg/critical_path.h"
#include "workloads/task_graph.h"

namespace palio {

/// The allocation phase of CPA (Radulescu, van Gemund, ICPP 2001; ISPDC 2007 section 3.1): one processor per task,
/// then one more at a time to the critical-path task that gains most, while the critical path is longer than the
/// average area. Step by step, so that every decision can be watched.
class CpaAllocation {
public:
  /// Execution time (s) of a task on n processors.
  using Time = std::function<double(int task, int n)>;
  /// Whether a task may have n processors.
  using MayHave = std::function<bool(int task, int n)>;

  /// `area_divisor`: what the sum of the areas is divided by (processors).
  CpaAllocation(const TaskGraph& graph, Time time, MayHave may_have, double area_divisor);

  /// One more processor for one task. Returns the task, or -1 when the allocation is final: the critical path is no
  /// longer than the average area, or no task on it may grow.
  int grow();

  /// The task keeps the processors it has.
  void close(int task);
  /// From now on the areas are divided by this (processors). A larger divisor makes growing stop later, elsewhere
  /// never.
  void set_area_divisor(double area_divisor);

  double critical_path_length() const { return path_.length(); }      // s, T_CP
  double average_area() const { return average_area_; }               // s, T_A
  const std::vector<int>& processors() const { return processors_; }  // by task

private:
  struct Step {
    double time = 0;  // s, with one more processor
    double gain = 0;  // of it; negative: may not grow
  };

  void update_area();
  int best_candidate() const;
  Step step(int task) const;

  Time time_;
  MayHave may_have_;
  double area_divisor_;
  std::vector<int> processors_;
  CriticalPath path_;        // at the present allocation
  std::vector<Step> steps_;  // by task
  double average_area_ = 0;
};

/// The area divisor min(P, sqrt(P x V)) of ISPDC 2007 section 4.1, for P processors and V tasks.
double improved_area_divisor(double processors, int tasks);

/// Runs a CpaAllocation to its end: processors by task.
std::vector<int> cpa_allocation(const TaskGraph& graph, CpaAllocation::Time time, CpaAllocation::MayHave may_have,
                                double area_divisor);

}  // namespace palio
