#pragma once

#include <vector>

#include "strategies/ptg/cluster_batch/cluster_allocation.h"

namespace palio {

/// A task graph as a moldable job, coarse-grain allocation of Casanova, Desprez, Suter (JPDC 70(12), 2010): what it
/// takes alone on 1, 2, ... processors.
class MoldableProfile {
public:
  /// For 1 to `processors` of `speed` flop/s, each allocated by `rule` and list-scheduled: the very makespan and
  /// allocation of cluster_allocation() and list_plan() for so many.
  MoldableProfile(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule);

  int processors() const { return static_cast<int>(makespans_.size()); }
  /// C(p), s.
  double makespan(int p) const { return makespans_[p - 1]; }
  /// The same of all p, by p - 1.
  const std::vector<double>& makespans() const { return makespans_; }
  /// Processors by task for C(p).
  std::vector<int> allocation(int p) const;

private:
  void sweep(const TaskGraph& graph, int processors, double speed, AllocationRule::AreaDivisor area_divisor);
  void run_each(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule);
  void add(const std::vector<int>& allocation, double makespan);

  int tasks_;
  std::vector<double> makespans_;      // s, by p - 1
  std::vector<std::ptrdiff_t> first_;  // by p - 1: where the allocation begins in processors_
  std::vector<int> processors_;        // of the distinct allocations one after the other, by task
};

}  // namespace palio
