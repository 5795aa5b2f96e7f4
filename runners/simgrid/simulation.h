#pragma once

#include "runners/execution.h"

namespace palio {

EngineInfo simgrid_engine();

/// Executes a valid schedule on SimGrid with the ptask_L07 host model: a task is a parallel task on its processors, a
/// redistribution a parallel task with a byte matrix. Tasks that share a processor keep the schedule's order, dates
/// follow from the contention. Call at most once per process: a second Engine gives wrong dates.
/// Throws Deadlock when something never finished.
Execution simulate(const Platform& platform, const Workload& workload, const Schedule& schedule);

}  // namespace palio
