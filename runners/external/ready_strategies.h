#pragma once

#include "runners/external/command_keeper.h"
#include "strategies/strategy_set.h"

namespace palio {

/// The same strategies with the methods of their libraries and commands. Nothing is loaded or started before the first
/// one is carried out, in the process that does so. `limits`: of a scenario. Each call is about another instance.
StrategySet ready_strategies(const StrategySet& known, const CommandLimits& limits);

}  // namespace palio
