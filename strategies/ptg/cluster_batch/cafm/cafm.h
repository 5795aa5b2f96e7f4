#pragma once

#include "strategies/ptg/cluster_batch/list_order.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

// Coarse-grain allocation and fine-grain mapping of Casanova, Desprez, Suter (JPDC 70(12), 2010): every graph is a
// moldable job (MoldableProfile), the jobs get their processors by a dual approximation (dual_approximation.h), and the
// tasks are backfilled in the end; decided on anew as graphs come and go (strategies/ptg/online/decisions.h), when a
// job is what is left of a graph. C* are those of whole graphs. Parameters: allocation, area_divisor.

/// How the graphs are placed as rigid jobs: by decreasing (lptf) or increasing (sptf) time, by increasing processors x
/// time (saf), or shelf by shelf (k_shelves).
enum class RigidJobOrder { lptf, sptf, saf, k_shelves };

SchedulingResult schedule_cafm_boxes(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                     RigidJobOrder order);

/// Without rigid jobs: the tasks, allocated for their graph's processors, are mapped on the whole cluster from one
/// list.
SchedulingResult schedule_cafm_cra(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   ListOrder order);

}  // namespace palio
