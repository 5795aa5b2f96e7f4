#pragma once

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

/// Processors by application. Shares are rounded cumulatively, so that they sum up to P (20 processors in three equal
/// shares: 7, 6, 7). Nobody gets less than one: with many applications on few processors the sum may exceed P, which
/// does no harm, since shares limit allocations only.
std::vector<int> processor_shares(const Workload& workload, int processors, Share share);

}  // namespace palio
