#pragma once

#include <span>
#include <vector>

#include "strategies/ptg/cluster_batch/batch_plan.h"
#include "strategies/ptg/cluster_batch/cluster_allocation.h"

namespace palio {

/// When the processors of a cluster are free for good, counted by date: ClusterTimeline without the processors'
/// numbers, much cheaper where only dates matter.
class ProcessorGroups {
public:
  /// All are free at `begin` (s).
  ProcessorGroups(int processors, double begin);

  /// Earliest start (s) on n processors for a task that is ready at `ready`.
  double start(int n, double ready) const;

  /// Takes n processors until `finish` for a task that is ready at `ready`: those free at or before it, most recently
  /// freed first, then those free later, soonest first.
  void occupy(int n, double ready, double finish);

private:
  struct Group {
    double date;  // s
    int processors;
  };

  std::vector<Group> groups_;  // by date, ascending, each once
};

/// List scheduling on a homogeneous cluster, without communication: each task of `order`, which puts every task behind
/// its predecessors, as early as its predecessors and the processors' last tasks allow. Holes stay empty.
BatchPlan list_plan(const Workload& workload, const BatchAllocation& allocation, std::span<const BatchTask> order,
                    int processors, double speed, const StartedTasks& started = {});

/// The same of one graph alone, by decreasing bottom level, from `begin` (s) on. Slots by task.
std::vector<Slot> list_plan(const TaskGraph& graph, const std::vector<int>& allocation, int processors, double speed,
                            double begin = 0);

/// Finish of the last slot, s.
double last_finish(const std::vector<Slot>& slots);

/// C* of a graph: the makespan of its list_plan alone on the whole cluster, allocated by `rule`, s.
double dedicated_makespan(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule);
/// The same of every application.
std::vector<double> dedicated_makespans(const Workload& workload, int processors, double speed,
                                        const AllocationRule& rule);

}  // namespace palio
