#pragma once

#include <optional>
#include <vector>

#include "strategies/ptg/cluster_batch/batch_plan.h"
#include "strategies/ptg/cluster_batch/cluster_allocation.h"
#include "strategies/ptg/cluster_batch/mags/malleable_allocation.h"

namespace palio {

/// An application cut into the processors that it has in each period; refers to the workload's graph.
struct MalleableApplication {
  struct Share {
    int processors = 0;
    std::vector<int> allocation;  // by task, as the rule gives on these processors; empty for none
    std::vector<double> time;     // s, by task, on its allocation
  };

  const TaskGraph* graph;
  std::vector<Share> shares;     // by period, from the first to the application's last one
  std::vector<double> top_time;  // s, by task: the longest one-processor path from an entry that ends with it
};

/// `processors` by [application][period], as malleable_allocation() gives them.
std::vector<MalleableApplication> malleable_applications(const Workload& workload, const StretchPeriods& periods,
                                                         const std::vector<std::vector<int>>& processors, double speed,
                                                         const AllocationRule& rule);

/// The placing step of MAGS (Casanova, Desprez, Suter, ICPP 2010), bottom-up in periods that are `slack` times as long.
/// Each application is done by the end of its last period. Of its tasks whose children are all placed, the one that may
/// finish last comes next (ties: larger top_time, then lowest id); it goes into the last period that has room for it
/// among the application's own processors there, and in that as late as it can. Nothing if one fits into no period.
std::optional<BatchPlan> place_in_periods(const std::vector<MalleableApplication>& applications,
                                          const StretchPeriods& periods, double slack);

}  // namespace palio
