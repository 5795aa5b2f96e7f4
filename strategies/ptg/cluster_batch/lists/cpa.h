#pragma once

#include "strategies/ptg/graph_method.h"

namespace palio {

/// CPA on one homogeneous cluster (Radulescu, van Gemund, ICPP 2001): allocation, then list scheduling by decreasing
/// bottom level, which plans the data on edges. Parameters: allocation, area_divisor.
SchedulingResult schedule_cpa(const Platform& platform, const Workload& workload, const Parameters& parameters);

}  // namespace palio
