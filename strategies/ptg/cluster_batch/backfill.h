#pragma once

#include "strategies/ptg/cluster_batch/batch_plan.h"

namespace palio {

/// Conservative backfilling of a finished plan, the last step of every algorithm of Casanova, Desprez, Suter (JPDC
/// 70(12), 2010): each task, by increasing start, moves to the earliest date after its predecessors at which its
/// processors are free for its whole duration among all the others. Delays nothing.
void backfill(const Workload& workload, int processors, BatchPlan& plan, const StartedTasks& started = {});

}  // namespace palio
