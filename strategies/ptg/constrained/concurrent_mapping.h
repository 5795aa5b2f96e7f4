#pragma once

#include <memory>
#include <vector>

#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/list_mapping.h"
#include "strategies/ptg/online/decisions.h"

namespace palio {

/// Which tasks compete for processors by their bottom levels.
enum class MappingOrder {
  ready,   // those whose parents have all finished, at the date of each finish and release
  global,  // all tasks of all applications at once
};

struct MappingOptions {
  MappingOrder order = MappingOrder::ready;
  Packing packing = Packing::on;
};

/// Processors by application and task.
using ReferenceAllocations = std::vector<std::vector<int>>;

/// Maps allocated applications on the clusters together (N'Takpe, Suter, INRIA RR-6774, section 5): by decreasing
/// bottom level (reference times, own graph only; ties: application, then task), each task on the translation of its
/// allocation to the cluster that finishes it first.
class ConcurrentMapping {
public:
  /// The workload must outlive the object.
  ConcurrentMapping(const Platform& platform, const Workload& workload, const MappingOptions& options);

  /// Maps the open tasks of a batch around those that have started. `allocations`: processors of the slowest speed, by
  /// application and task of remaining.open. The data of a finished task counts as sent at its finish. Throws
  /// NoSchedule if no cluster can hold an allocation. Returns the dates of the whole batch.
  BatchDates map(const RemainingBatch& remaining, const ReferenceAllocations& allocations);

  /// The schedule; if packing is on, with flex_differs: whether any task was packed.
  SchedulingResult result() const;

private:
  std::shared_ptr<ClusterTimelines> timelines_at(double now) const;

  const Platform& platform_;
  const Workload& workload_;
  MappingOptions options_;
  Schedule schedule_;                         // a task that is not mapped yet is on no cluster
  std::vector<std::vector<char>> is_packed_;  // by application and task
};

}  // namespace palio
