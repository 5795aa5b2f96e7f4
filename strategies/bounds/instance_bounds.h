#pragma once

#include <limits>

#include "core/metrics.h"
#include "platforms/model/any_platform.h"
#include "platforms/model/platform.h"
#include "platforms/model/star.h"
#include "workloads/model/any_workload.h"

namespace palio {

/// What the schedules of an instance are held against; the same for all of its scenarios.
struct InstanceBounds {
  double lower_bound = 0;  // s; no makespan is below, except by rounding
  // NaN where they do not apply.
  double critical_path = std::numeric_limits<double>::quiet_NaN();  // s; of task graphs, each task at its fastest
  double reference = std::numeric_limits<double>::quiet_NaN();      // s; the least makespan, where it is known
};

/// The longest critical path, each task with its least time, and the least area on all processors together. Messages
/// take no time. Release dates play no part: a makespan begins with the first start, and a strategy may wait for the
/// last release.
InstanceBounds bounds_of(const Platform& platform, const Workload& workload);

/// From the first release: each bag alone in the fluid model; the first message and then the work of all bags that are
/// released from a date on, on all workers together; all their messages and then a task. `batch` has dates (load 0).
InstanceBounds bounds_of(const Star& star, const BagBatch& batch);

/// The first file and then all tasks, on all workers together; each file once through the master's port and then a
/// task. The last output comes on top. `tasks` have a number.
InstanceBounds bounds_of(const Star& star, const SharedFileTasks& tasks);

/// Of any kind.
InstanceBounds bounds_of(const AnyPlatform& platform, const AnyWorkload& workload);

/// Adds lower_bound, bound_ratio, least_path, slr, speedup, reference and gap to the metrics of a scenario, from its
/// makespan and its sequential_makespan. Throws UserError for a makespan below the reference, except by rounding.
void hold_against(const InstanceBounds& bounds, MetricValues& metrics);

}  // namespace palio
