#pragma once

#include "strategies/ptg/graph_method.h"
#include "strategies/sequential/schedulers.h"

namespace palio {

/// A scheduler of sequential tasks as a strategy for the only application of a workload.
template <ScheduleSequential schedule>
SchedulingResult schedule_sequential(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  const SequentialInstance instance(platform, workload.applications.front());
  return {{{schedule(instance, parameters).placements()}}, {}};
}

}  // namespace palio
