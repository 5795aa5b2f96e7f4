#pragma once

#include <span>
#include <vector>

#include "strategies/ptg/cluster_batch/batch_plan.h"

namespace palio {

/// A graph to be placed as one piece.
struct RigidJob {
  int application = 0;
  int processors = 0;
  double length = 0;            // s, the makespan of list_plan() on these processors
  std::vector<int> allocation;  // by task
};

/// Rigid jobs placed one by one, each at the earliest date at which its processors are free for its length, holes
/// included; in it each graph has the schedule of list_plan() from that date on. Every application of the workload has
/// one job, which waits for what has started of it. Coarse-grain allocation and fine-grain mapping of Casanova,
/// Desprez, Suter, JPDC 70(12), 2010.
BatchPlan place_rigid_jobs(const Workload& workload, int processors, double speed, std::span<const RigidJob> jobs,
                           const StartedTasks& started = {});

}  // namespace palio
