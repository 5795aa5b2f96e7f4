#pragma once

#include <span>
#include <vector>

#include "workloads/model/workload.h"

namespace palio {

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
/// processors in three equal shares: 7, 6, 7). Nobody gets less than one: with many applications on few processors the
/// sum may exceed P, which does no harm, since shares limit allocations only.
std::vector<int> processor_shares(std::span<const double> weights, int processors, Share share);

}  // namespace palio
