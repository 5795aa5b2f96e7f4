#pragma once

#include "core/canonical.h"
#include "platforms/platform.h"
#include "runners/protocol.h"
#include "workloads/workload.h"

namespace palio {

/// Schedules, validates, simulates, validates again and measures one scenario in this process, which must not have
/// simulated before. Whatever the strategy or the simulation throws becomes a named failure.
ScenarioReply run_scenario(const Platform& platform, const Workload& workload, const Recipe& strategy, Detail detail);

}  // namespace palio
