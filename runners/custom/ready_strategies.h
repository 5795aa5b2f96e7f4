#pragma once

#include "runners/custom/command_keeper.h"
#include "strategies/strategy_set.h"

namespace palio {

/// The same strategies with the methods of their libraries and commands. Nothing is loaded or started before one first
/// runs, and then in the process that runs it. `limits`: of a scenario. Call it again for each instance.
StrategySet ready_strategies(const StrategySet& known, const CommandLimits& limits);

}  // namespace palio
