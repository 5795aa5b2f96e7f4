#pragma once

#include <vector>

#include "strategies/ptg/graph_method.h"

namespace palio {

/// Which tasks compete for processors by their bottom levels.
enum class MappingOrder {
  ready,   // those whose parents have all finished, at the date of each finish and release
  global,  // all tasks of all applications at once
};

/// Whether a task that has to wait for processors takes fewer of them where that pays.
enum class Packing { off, on };

struct MappingOptions {
  MappingOrder order = MappingOrder::ready;
  Packing packing = Packing::on;
};

/// Maps allocated applications on the clusters together (N'Takpe, Suter, INRIA RR-6774, section 5): by decreasing
/// bottom level (reference times, own graph only; ties: application, then task), each task on the translation of its
/// allocation to the cluster that finishes it first. Reports flex_differs where packing is on. `allocations`:
/// processors of the slowest speed, by application and task. Throws NoSchedule where no cluster holds one.
SchedulingResult map_concurrently(const Platform& platform, const Workload& workload,
                                  const std::vector<std::vector<int>>& allocations, const MappingOptions& options);

}  // namespace palio
