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
  ProcessorGroups(int processors, double begin) : groups_{{begin, processors}} {}

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

/// Bottom levels of all tasks of a batch (s), each in its own graph, with the allocated execution times:
/// [application][task].
using BatchLevels = std::vector<std::vector<double>>;

BatchLevels batch_bottom_levels(const Workload& workload, const BatchAllocation& allocation, double speed);

// Lists of a batch for list_plan(): every task behind its predecessors, all ties by application, then by topological
// position. `dedicated` are the applications' makespans C* alone on the cluster, s.
// Casanova, Desprez, Suter, JPDC 70(12), 2010, "improving the mapping step".

/// All tasks by decreasing bottom level.
std::vector<BatchTask> by_bottom_level(const Workload& workload, const BatchLevels& levels);

/// By decreasing bottom level / C*^2: short graphs gain.
std::vector<BatchTask> by_weighted_level(const Workload& workload, const BatchLevels& levels,
                                         std::span<const double> dedicated);

/// Graph by graph in the order of increasing C*, each by decreasing bottom level.
std::vector<BatchTask> by_dedicated_makespan(const Workload& workload, const BatchLevels& levels,
                                             std::span<const double> dedicated);

/// The three of them by name.
enum class ListOrder { bottom_level, weighted_level, dedicated_makespan };

std::vector<BatchTask> ordered_list(const Workload& workload, const BatchLevels& levels, ListOrder order,
                                    std::span<const double> dedicated);

// Zhao, Sakellariou, IPDPS 2006, composition of several graphs; by_bottom_level is C1.

using ListTasks = std::vector<BatchTask> (*)(const Workload& workload, const BatchLevels& levels);

/// By increasing precedence level of all graphs together, each level by decreasing bottom level (composition C2).
std::vector<BatchTask> by_precedence_level(const Workload& workload, const BatchLevels& levels);

/// The applications in turns, in the order of the workload; at its turn each adds its task of the largest bottom level
/// among those left (composition C3).
std::vector<BatchTask> in_turns(const Workload& workload, const BatchLevels& levels);

}  // namespace palio
