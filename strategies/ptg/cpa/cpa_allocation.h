#pragma once

#include <vector>

#include "strategies/ptg/cpa/critical_path_growth.h"
#include "workloads/model/task_graph.h"

namespace palio {

/// The allocation phase of CPA (Radulescu, van Gemund, ICPP 2001; ISPDC 2007 section 3.1): the growth along critical
/// paths goes on while the critical path is longer than the average area. Step by step, so that every decision can be
/// watched.
class CpaAllocation {
public:
  /// On processors of `speed` flop/s. `largest`: the most processors of each task. `area_divisor`: what the sum of the
  /// areas is divided by (processors).
  CpaAllocation(const TaskGraph& graph, double speed, std::vector<int> largest, double area_divisor,
                FullTask full = FullTask::is_skipped);

  /// One more processor for one task. Returns the task, or -1 when the allocation is final: the critical path is no
  /// longer than the average area, or no task on it may grow.
  int grow();
  /// The same until the allocation is final.
  void finish() { growth_.finish(area_divisor_); }

  /// The task keeps the processors it has.
  void close(int task) { growth_.close(task); }
  /// From now on the areas are divided by this (processors). A larger divisor makes growing stop later, elsewhere
  /// never.
  void set_area_divisor(double area_divisor) { area_divisor_ = area_divisor; }

  double critical_path_length() { return growth_.critical_path_length(); }     // s, T_CP
  double average_area() const { return growth_.area() / area_divisor_; }       // s, T_A
  const std::vector<int>& processors() const { return growth_.processors(); }  // by task

private:
  CriticalPathGrowth growth_;
  double area_divisor_;
};

/// The area divisor min(P, sqrt(P x V)) of ISPDC 2007 section 4.1, for P processors and V tasks.
double improved_area_divisor(double processors, int tasks);

/// Runs a CpaAllocation to its end: processors by task.
std::vector<int> cpa_allocation(const TaskGraph& graph, double speed, std::vector<int> largest, double area_divisor,
                                FullTask full = FullTask::is_skipped);

}  // namespace palio
