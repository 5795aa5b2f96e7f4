#pragma once

#include "strategies/ptg/cluster_batch/processor_shares.h"
#include "strategies/registry.h"

namespace palio {

/// The order in which the tasks of a batch are mapped (list_order.h).
enum class ListOrder { bottom_level, weighted_level, dedicated_makespan };

/// The families SELFISH (Share::whole) and CRA of Casanova, Desprez, Suter (JPDC 70(12), 2010): every graph is
/// allocated as if it had its share of the cluster alone, all are mapped on the whole cluster from one list, then
/// backfilled. Parameters: allocation, area_divisor.
SchedulingResult schedule_listed(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                 Share share, ListOrder order);

}  // namespace palio
