#pragma once

#include "runners/protocol.h"
#include "runners/worker/built_instance.h"

namespace palio {

/// Schedules, validates, simulates, validates again and measures one scenario in this process, which must not have
/// simulated before. Whatever the strategy or the simulation throws becomes a named failure.
ScenarioReply run_scenario(const BuiltInstance& instance, const Recipe& strategy, Detail detail);

}  // namespace palio
