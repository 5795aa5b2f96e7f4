#include "campaign/duel/duel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/error.h"
#include "strategies/registry.h"

namespace palio {

std::string label_of(const Recipe& strategy, const StrategySet& known) {
  return label(strategy, known.named(strategy.name).parameters);
}

std::vector<Recipe> read_contestants(const std::vector<std::string>& typed, const StrategySet& known) {
  std::vector<Recipe> strategies;
  for (const std::string& text : typed) {
    Recipe strategy = parse_recipe(text, known.named(recipe_name(text)).parameters);
    if (std::ranges::find(strategies, strategy) != strategies.end())
      throw UserError(
          fmt::format("{} is named twice: a strategy is never worse than itself", label_of(strategy, known)));
    strategies.push_back(std::move(strategy));
  }
  return strategies;
}

std::vector<Recipe> all_heuristics() {
  constexpr auto k_others = std::to_array<std::string_view>({"Parametric", "Exact"});
  std::vector<Recipe> strategies;
  for (const Strategy& row : sequential_strategies())
    if (std::ranges::find(k_others, row.name) == k_others.end())
      strategies.push_back({std::string(row.name), resolve(row.name, row.parameters, {})});
  return strategies;
}

std::vector<Duel> all_pairs(const std::vector<Recipe>& strategies) {
  std::vector<Duel> pairs;
  for (const Recipe& target : strategies)
    for (const Recipe& base : strategies)
      if (target != base) pairs.push_back({target, base});
  return pairs;
}

}  // namespace palio
