#pragma once

#include "strategies/ptg/cluster_batch/list_order.h"
#include "strategies/ptg/cluster_batch/processor_shares.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

/// The families SELFISH (Share::whole) and CRA of Casanova, Desprez, Suter (JPDC 70(12), 2010): every graph is
/// allocated as if it had its share of the cluster alone, all are mapped on the whole cluster from one list, then
/// backfilled; decided on anew as graphs come and go (strategies/ptg/online/decisions.h). Shares and C* are those of
/// whole graphs, allocations and bottom levels those of the open tasks. Parameters: allocation, area_divisor.
SchedulingResult schedule_separate_graphs(const Platform& platform, const Workload& workload,
                                          const Parameters& parameters, Share share, ListOrder order);

}  // namespace palio
