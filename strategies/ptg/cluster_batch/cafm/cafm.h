#pragma once

#include <span>
#include <vector>

#include "strategies/ptg/cluster_batch/batch_plan.h"
#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

// Coarse-grain allocation and fine-grain mapping of Casanova, Desprez, Suter (JPDC 70(12), 2010): every graph is a
// moldable job (MoldableProfile), the jobs get their processors by a dual approximation, the tasks are backfilled in
// the end; decided on anew as graphs come and go (online/decisions.h), when a job is what is left of a graph. C* is for
// whole graphs. Parameters: allocation, area_divisor.

/// How the graphs are placed as rigid jobs: by decreasing (lptf) or increasing (sptf) time, by increasing processors x
/// time (saf), or shelf by shelf (k_shelves).
enum class RigidJobOrder { lptf, sptf, saf, k_shelves };

SchedulingResult schedule_cafm_boxes(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                     RigidJobOrder order);

/// Without rigid jobs: the tasks, allocated for their graph's processors, are mapped on the whole cluster from one
/// list.
SchedulingResult schedule_cafm_cra(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   ListOrder order);

/// A graph to be placed as one piece.
struct RigidJob {
  int application = 0;
  int processors = 0;
  double length = 0;            // s, the makespan of list_plan() on these processors
  std::vector<int> allocation;  // by task
};

/// Rigid jobs placed one by one, each at the earliest date at which its processors are free for its length, holes
/// included; in it the graph has the schedule of list_plan() from that date on. Every application of the workload has
/// one job, which waits for what has started of it.
BatchPlan place_rigid_jobs(const Workload& workload, int processors, double speed, std::span<const RigidJob> jobs,
                           const StartedTasks& started = {});

}  // namespace palio
