#pragma once

#include "strategies/ptg/graph_method.h"

namespace palio {

/// Assignment: each task on the processors that the workload names, as early as they and its data are there, in the
/// order of the starts that it names; without these in topological order.
SchedulingResult schedule_assignment(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// Throws UserError if the workload names a schedule that reaches its reference makespan, but the schedule is not valid
/// on the platform or takes another time.
void check_reference(const Platform& platform, const Workload& workload);

}  // namespace palio
