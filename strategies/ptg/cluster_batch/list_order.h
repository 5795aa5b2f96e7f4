#pragma once

#include <span>
#include <vector>

#include "strategies/ptg/cluster_batch/batch_plan.h"

namespace palio {

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

// Zhao, Sakellariou, IPDPS 2006, composition of several graphs.

/// By increasing precedence level of all graphs together, each level by decreasing bottom level (composition C2).
std::vector<BatchTask> by_precedence_level(const Workload& workload, const BatchLevels& levels);

/// The applications in turns, in the order of the workload; at its turn each adds its task of the largest bottom level
/// among those left (composition C3).
std::vector<BatchTask> in_turns(const Workload& workload, const BatchLevels& levels);

}  // namespace palio
