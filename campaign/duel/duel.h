#pragma once

#include <string>
#include <vector>

#include "core/identity/canonical.h"
#include "strategies/strategy_set.h"

namespace palio {

/// Who is to look bad against whom.
struct Duel {
  Recipe target, base;
};

/// The strategy as people type it.
std::string label_of(const Recipe& strategy, const StrategySet& known);

/// The strategies that were typed. Throws UserError for an unknown one and for one that comes twice.
std::vector<Recipe> read_contestants(const std::vector<std::string>& typed, const StrategySet& known);

/// The schedulers of sequential tasks that are for graphs of any size, with their default parameters.
std::vector<Recipe> all_heuristics();

/// Every ordered pair.
std::vector<Duel> all_pairs(const std::vector<Recipe>& strategies);

}  // namespace palio
