#pragma once

#include <span>
#include <vector>

#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/graph_method.h"
#include "workloads/model/workload.h"

namespace palio {

/// CPA on one homogeneous cluster (Radulescu, van Gemund, ICPP 2001): allocation, then list scheduling by decreasing
/// bottom level, which plans the data on edges. Parameters: allocation, area_divisor.
SchedulingResult schedule_cpa(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// The graphs of a batch joined under one virtual entry and one virtual end, which count for nothing, allocated as one
/// graph on the whole cluster, mapped from one list and backfilled (Casanova, Desprez, Suter, JPDC 70(12), 2010,
/// "combining the graphs"). Decided on anew as graphs come and go (ptg/online/decisions.h). Parameters: allocation,
/// area_divisor. `list`: compositions C1 to C3 of Zhao, Sakellariou (IPDPS 2006): by_bottom_level, by_precedence_level
/// or in_turns.
SchedulingResult schedule_combined(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   ListTasks list);

/// By what the processors of a cluster are shared out among the applications of a batch that are allocated as if each
/// had its share alone (Casanova, Desprez, Suter, JPDC 70(12), 2010, "distributing the resources").
enum class Share {
  whole,  // not shared out: everyone allocates as if alone
  count,  // P / N
  work,   // half of the cluster in equal parts, the other half by the graphs' flop
  width   // the same by their maximal widths
};

/// By application; all the same for whole and count.
std::vector<double> share_weights(const Workload& workload, Share share);

/// Processors by application, of these weights. Shares are rounded cumulatively, so that they sum up to P (20
/// processors in three equal shares: 7, 6, 7). Each application gets at least one: with many applications on few
/// processors the sum may exceed P, which does no harm, since shares limit allocations only.
std::vector<int> processor_shares(std::span<const double> weights, int processors, Share share);

/// The families SELFISH (Share::whole) and CRA of Casanova, Desprez, Suter (JPDC 70(12), 2010): every graph is
/// allocated as if it had its share of the cluster alone; all are mapped on the whole cluster from one list, then
/// backfilled; decided on anew as graphs come and go. Shares and C* are for whole graphs, allocations and bottom levels
/// for the open tasks. Parameters: allocation, area_divisor.
SchedulingResult schedule_separate_graphs(const Platform& platform, const Workload& workload,
                                          const Parameters& parameters, Share share, ListOrder order);

}  // namespace palio
