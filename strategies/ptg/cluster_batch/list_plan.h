#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/identity/parameters.h"
#include "strategies/ptg/cluster_batch/batch_plan.h"
#include "strategies/ptg/cpa/cpa_allocation.h"
#include "workloads/model/task_graph.h"

namespace palio {

/// How the tasks of a graph get their processors on a homogeneous cluster.
struct AllocationRule {
  enum class Method { cpa, mcpa, bicpa };

  Method method = Method::cpa;
  AreaDivisor area_divisor = AreaDivisor::improved;
};

/// The rule that parameters "allocation" and "area_divisor" name.
AllocationRule allocation_rule(const Parameters& parameters);

/// Processors by task, as if the cluster had `processors` of `speed` flop/s and no other graph.
/// cpa: CPA (Radulescu, van Gemund, ICPP 2001).
/// mcpa: a task grows only while the allocations of its precedence level sum up to at most `processors` (Bansal, Kumar,
/// Singh, Parallel Computing 32, 2006); tasks of other levels may still grow if a level is full or wider than the
/// cluster. bicpa: of the CPA allocations whose area is averaged over q = 1 .. `processors`, the one with the shortest
/// makespan under list scheduling on all processors without communication; ties: least work, then smallest q (Desprez,
/// Suter, CCGrid 2010, the variant for the makespan).
std::vector<int> cluster_allocation(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule);

inline constexpr auto k_allocation_methods = std::to_array<std::string_view>({"cpa", "mcpa", "bicpa"});
inline constexpr std::array<std::string_view, 2> k_area_divisors{"classic", "improved"};

/// The parameters that allocation_rule() reads, for the strategies for batches on one cluster.
inline constexpr std::array<ParameterSpec, 2> k_allocation_parameters{
    text_parameter(
        "allocation",
        "how tasks get their processors: cpa, mcpa (levels fit the cluster) or bicpa (best area of all sizes)", "cpa",
        k_allocation_methods),
    text_parameter("area_divisor", "average area over P processors (classic) or min(P, sqrt(P x tasks)) (improved)",
                   "improved", k_area_divisors)};

/// When the processors of a cluster are free for good, as counts by date: ClusterTimeline without processor numbers,
/// much cheaper where only dates matter.
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

/// List scheduling on a homogeneous cluster, without communication: each task of `order`, in which every task comes
/// after its predecessors, starts as early as its predecessors and the processors' last tasks allow. Holes stay empty.
BatchPlan list_plan(const Workload& workload, const BatchAllocation& allocation, std::span<const BatchTask> order,
                    int processors, double speed, const StartedTasks& started = {});

/// The same for one graph alone, by decreasing bottom level, from `begin` (s) on. Slots by task.
std::vector<Slot> list_plan(const TaskGraph& graph, const std::vector<int>& allocation, int processors, double speed,
                            double begin = 0);

/// Finish of the last slot, s.
double last_finish(const std::vector<Slot>& slots);

/// C* of a graph: the makespan of its list_plan alone on the whole cluster, allocated by `rule`, s.
double dedicated_makespan(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule);
/// The same for every application.
std::vector<double> dedicated_makespans(const Workload& workload, int processors, double speed,
                                        const AllocationRule& rule);

/// Bottom levels of all tasks of a batch (s), each in its own graph, with the allocated execution times:
/// [application][task].
using BatchLevels = std::vector<std::vector<double>>;

BatchLevels batch_bottom_levels(const Workload& workload, const BatchAllocation& allocation, double speed);

// Lists of a batch for list_plan(): every task comes after its predecessors; ties are broken by application, then by
// topological position. `dedicated`: the applications' makespans C* alone on the cluster, s.
// Casanova, Desprez, Suter, JPDC 70(12), 2010, "improving the mapping step".

/// All tasks by decreasing bottom level.
std::vector<BatchTask> by_bottom_level(const Workload& workload, const BatchLevels& levels);

/// By decreasing bottom level / C*^2: favours short graphs.
std::vector<BatchTask> by_weighted_level(const Workload& workload, const BatchLevels& levels,
                                         std::span<const double> dedicated);

/// Graph by graph in the order of increasing C*, each by decreasing bottom level.
std::vector<BatchTask> by_dedicated_makespan(const Workload& workload, const BatchLevels& levels,
                                             std::span<const double> dedicated);

/// Names of the three lists.
enum class ListOrder { bottom_level, weighted_level, dedicated_makespan };

std::vector<BatchTask> ordered_list(const Workload& workload, const BatchLevels& levels, ListOrder order,
                                    std::span<const double> dedicated);

// Zhao, Sakellariou, IPDPS 2006, composition of several graphs; by_bottom_level is C1.

using ListTasks = std::vector<BatchTask> (*)(const Workload& workload, const BatchLevels& levels);

/// By increasing precedence level of all graphs together, each level by decreasing bottom level (composition C2).
std::vector<BatchTask> by_precedence_level(const Workload& workload, const BatchLevels& levels);

/// The applications take turns, in the order of the workload; each adds the task with the largest bottom level among
/// those it has left (composition C3).
std::vector<BatchTask> in_turns(const Workload& workload, const BatchLevels& levels);

}  // namespace palio
