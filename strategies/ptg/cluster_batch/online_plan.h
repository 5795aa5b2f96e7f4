#pragma once

#include <functional>

#include "strategies/ptg/cluster_batch/batch_plan.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/online/decisions.h"

namespace palio {

/// The plan of the open tasks, none before remaining.now, before it is backfilled.
using PlanOpenTasks = std::function<BatchPlan(const RemainingBatch& remaining, const StartedTasks& started)>;

/// A schedule of a batch on one cluster, planned at each decision (strategies/ptg/online/decisions.h) and backfilled.
SchedulingResult schedule_online(const Platform& platform, const Workload& workload, const PlanOpenTasks& plan);

/// The values of the batch's applications that have open tasks.
template <class Type>
std::vector<Type> of_open(const std::vector<Type>& by_application, const RemainingBatch& remaining) {
  std::vector<Type> values;
  for (const std::size_t app : remaining.application) values.push_back(by_application[app]);
  return values;
}

}  // namespace palio
