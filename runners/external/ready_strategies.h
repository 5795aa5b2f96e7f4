#pragma once

#include "runners/external/command_keeper.h"
#include "strategies/strategy_set.h"

namespace palio {

/// The same strategies, whose methods are those of their libraries and commands. Nothing is loaded or started before
/// the first of them is carried out, in the process that does so.
/// `limits` are those of a scenario: commands are held to them by others. Each call is about another instance.
StrategySet ready_strategies(const StrategySet& known, const CommandLimits& limits);

}  // namespace palio
