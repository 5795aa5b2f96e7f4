#pragma once

#include <functional>

#include "runners/kinds/built_instance.h"
#include "runners/wire/protocol.h"

namespace palio {

/// What carries out a scenario in this process.
using RunScenario = std::function<ScenarioReply(const BuiltInstance& instance, const Recipe& strategy, Detail detail)>;

/// Schedules, validates, simulates, validates again and measures one scenario in this process, which must not have
/// simulated before where the engine does so once. Whatever the strategy or the simulation throws becomes a named
/// failure.
ScenarioReply run_scenario(const BuiltInstance& instance, const Recipe& recipe, Detail detail);

/// The same of a strategy that need not be in the table.
ScenarioReply run_strategy(const BuiltInstance& instance, const Strategy& strategy, const Parameters& parameters,
                           Detail detail);

}  // namespace palio
