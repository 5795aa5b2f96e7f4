#pragma once

#include <span>
#include <vector>

#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/graph_method.h"
#include "workloads/model/workload.h"

namespace palio {

/// CPA on one homogeneous cluster (Radulescu, van Gemund, ICPP 2001): allocation, then list scheduling by decreasing
/// bottom level, which takes account of the data on edges. Parameters: allocation, area_divisor.
SchedulingResult schedule_cpa(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// The graphs of a batch joined under one virtual entry and one virtual end, which take no time, allocated as one graph
/// on the whole cluster, mapped from one list and backfilled (Casanova, Desprez, Suter, JPDC 70(12), 2010, "combining
/// the graphs"). Decided again when a graph is released or completes (ptg/online/decisions.h). Parameters: allocation,
/// area_divisor. `list`: compositions C1 to C3 of Zhao, Sakellariou (IPDPS 2006): by_bottom_level, by_precedence_level
/// or in_turns.
SchedulingResult schedule_combined(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   ListTasks list);

/// How the processors of a cluster are divided among the applications of a batch, each of which is then allocated as if
/// it had only its share (Casanova, Desprez, Suter, JPDC 70(12), 2010, "distributing the resources").
enum class Share {
  whole,  // not divided: each is allocated as if alone
  count,  // P / N
  work,   // half of the cluster in equal parts, the other half by the graphs' flop
  width   // the same by their maximal widths
};

/// Weights by application; all equal for whole and count.
std::vector<double> share_weights(const Workload& workload, Share share);

/// Processors by application, for these weights. Shares are rounded cumulatively, so that they sum up to P (20
/// processors in three equal shares: 7, 6, 7). Each application gets at least one: with many applications on few
/// processors the sum may exceed P, which is harmless, since shares only limit allocations.
std::vector<int> processor_shares(std::span<const double> weights, int processors, Share share);

/// The families SELFISH (Share::whole) and CRA of Casanova, Desprez, Suter (JPDC 70(12), 2010): every graph is
/// allocated as if it had only its share of the cluster; all are mapped on the whole cluster from one list, then
/// backfilled; decided again when a graph is released or completes. Shares and C* are for whole graphs, allocations and
/// bottom levels for the open tasks. Parameters: allocation, area_divisor.
SchedulingResult schedule_separate_graphs(const Platform& platform, const Workload& workload,
                                          const Parameters& parameters, Share share, ListOrder order);

}  // namespace palio
