#pragma once

#include <vector>

#include "strategies/ptg/cluster_batch/batch_plan.h"

namespace palio {

/// In which order the tasks of a batch are mapped (Casanova, Desprez, Suter, JPDC 70(12), 2010, "improving the mapping
/// step"). plain: by decreasing bottom level. weight: by decreasing bottom level / C*^2. order: graph by graph in the
/// order of increasing C*, each by decreasing bottom level.
enum class TaskOrder { plain, weight, order };

/// A list for list_plan(): every task behind its predecessors; ties: application, topological position. `dedicated` are
/// the makespans C* of the applications alone on the whole cluster, s; unused by plain.
std::vector<BatchTask> batch_order(const Workload& workload, const BatchAllocation& allocation, double speed,
                                   TaskOrder order, const std::vector<double>& dedicated);

}  // namespace palio
