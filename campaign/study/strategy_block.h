#pragma once

#include <string>

#include "core/identity/canonical.h"
#include "strategies/strategy_set.h"

namespace palio {

/// A value in a study's text.
std::string toml_value(const Value& value);

/// The [[strategy]] block of a study that names this strategy and its parameters.
std::string strategy_block(const Recipe& strategy, const StrategySet& known);

}  // namespace palio
