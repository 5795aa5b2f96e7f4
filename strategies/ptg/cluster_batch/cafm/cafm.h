#pragma once

#include <span>
#include <vector>

#include "strategies/ptg/cluster_batch/batch_plan.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cpa/cpa_allocation.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

/// The CPA allocations of one graph for 1, 2, ... processors, each identical to the one of cluster_allocation(), for
/// little more than the last one's cost. While no task outgrows the smaller cluster, all grow alike and the smaller one
/// stops first; from the point where a task would outgrow it, it grows apart.
class CpaSweep {
public:
  /// On up to `processors` of `speed` flop/s.
  CpaSweep(const TaskGraph& graph, int processors, double speed, AreaDivisor area_divisor);

  /// The allocation for one processor more than the last one; valid until the next call.
  const CriticalPathGrowth& next();
  /// Whether it is the same as the one before.
  bool repeats() const { return repeats_; }
  /// Steps of one processor so far, in all allocations.
  long steps() const { return steps_; }

private:
  bool grow_shared(int processors);

  AreaDivisor area_divisor_;
  int tasks_;
  CriticalPathGrowth shared_;  // steps that all clusters from the next one on share
  CriticalPathGrowth apart_;   // steps of only one of them
  int processors_ = 0;         // of the last allocation
  bool repeats_ = false;
  long steps_ = 0;
};

/// A task graph as a moldable job, the coarse-grain allocation of Casanova, Desprez, Suter (JPDC 70(12), 2010): its
/// time alone on 1, 2, ... processors.
class MoldableProfile {
public:
  /// For 1 to `processors` of `speed` flop/s, each allocated by `rule` and list-scheduled: exactly the makespan and
  /// allocation of cluster_allocation() and list_plan() for that many.
  MoldableProfile(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule);

  int processors() const { return static_cast<int>(makespans_.size()); }
  /// C(p), s.
  double makespan(int p) const { return makespans_[p - 1]; }
  /// C(p) of all p, at p - 1.
  const std::vector<double>& makespans() const { return makespans_; }
  /// Processors by task for C(p).
  std::vector<int> allocation(int p) const;

private:
  void sweep(const TaskGraph& graph, int processors, double speed, AreaDivisor area_divisor);
  void run_each(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule);
  void add(const std::vector<int>& allocation, double makespan);

  int tasks_;
  std::vector<double> makespans_;      // s, by p - 1
  std::vector<std::ptrdiff_t> first_;  // by p - 1: where the allocation begins in processors_
  std::vector<int> processors_;        // of the distinct allocations one after the other, by task
};

// Coarse-grain allocation and fine-grain mapping of Casanova, Desprez, Suter (JPDC 70(12), 2010): every graph is a
// moldable job (MoldableProfile), a dual approximation gives the jobs their processors, and the tasks are backfilled at
// the end. Each decision is made again when a graph is released or completes (ptg/online/decisions.h); a job is then
// the rest of a graph. C* is for whole graphs. Parameters: allocation, area_divisor.

/// How the graphs are placed as rigid jobs: by decreasing (lptf) or increasing (sptf) time, by increasing processors x
/// time (saf), or shelf by shelf (doubling_shelves).
enum class RigidJobOrder { lptf, sptf, saf, doubling_shelves };

SchedulingResult schedule_cafm_boxes(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                     RigidJobOrder order);

/// Without rigid jobs: the tasks, allocated for their graph's processors, are mapped on the whole cluster from one
/// list.
SchedulingResult schedule_cafm_cra(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   ListOrder order);

/// A graph to be placed as one block.
struct RigidJob {
  int application = 0;
  int processors = 0;
  double length = 0;            // s, the makespan of list_plan() on these processors
  std::vector<int> allocation;  // by task
};

/// Places rigid jobs one by one, each at the earliest date, in holes too, at which its processors are free for its
/// length; from that date on the graph has the schedule of list_plan(). Every application of the workload has one job,
/// which waits for those of its tasks that have started.
BatchPlan place_rigid_jobs(const Workload& workload, int processors, double speed, std::span<const RigidJob> jobs,
                           const StartedTasks& started = {});

}  // namespace palio
