#pragma once

#include <cstdint>

#include "platforms/model/platform.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio::test {

/// A small schedule that is made to hurt an engine.
struct RandomScenario {
  Platform platform;
  Workload workload;
  Schedule schedule;
};

/// Draws few different values, so that much happens at the same dates and rates divide evenly, or any; latencies that
/// are zero, below the precision of 1e-9 s or equal; clusters of one processor; every interconnect, switches slower
/// than the links; volumes of nothing, of a millionth of a byte and of 1e15 bytes; graphs whose tasks all start at
/// once; several applications, released together or not; tasks whose order on their processors follows no plan.
RandomScenario random_scenario(std::uint64_t seed);

}  // namespace palio::test
