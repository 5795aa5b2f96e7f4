#include "strategies/registry.h"

#include <algorithm>
#include <deque>
#include <vector>

#include "core/identity/registry.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/online/policy.h"

namespace palio {
namespace {

// Its own parameters and those of policies.
std::span<const ParameterSpec> with_policies(const Strategy& row) {
  const auto* graphs = method_if<GraphMethod>(row);
  if (graphs == nullptr) return row.parameters;
  static std::deque<std::vector<ParameterSpec>> all;
  std::vector<ParameterSpec>& both = all.emplace_back(row.parameters.begin(), row.parameters.end());
  add_policies(*graphs, both);
  return both;
}

}  // namespace

std::span<const Strategy> strategies() {
  static const std::vector<Strategy> rows = [] {
    std::vector<Strategy> all;
    for (const auto table : {mixed_parallel_strategies(), sequential_strategies(), constrained_strategies(),
                             cluster_batch_strategies(), cafm_strategies(), mags_strategies(), moldable_strategies(),
                             bag_strategies(), cbs3m_strategies(), file_strategies()})
      all.insert(all.end(), table.begin(), table.end());
    for (Strategy& row : all) row.parameters = with_policies(row);
    return all;
  }();
  return rows;
}

const Strategy& strategy(std::string_view name) { return find_row(strategies(), "strategy", name); }

void check_parameters(const Strategy& strategy, const Parameters& parameters) {
  if (method_if<GraphMethod>(strategy) != nullptr) policy_of(strategy.name, parameters);
}

std::optional<Recipe> dedicated_recipe(const Strategy& strategy, const Parameters& parameters) {
  const auto* graphs = method_if<GraphMethod>(strategy);
  if (graphs == nullptr || graphs->terms.dedicated.empty()) return std::nullopt;
  const Strategy& alone = palio::strategy(graphs->terms.dedicated);
  Parameters shared;
  for (const auto& [parameter, value] : parameters)
    if (std::ranges::find(alone.parameters, parameter, &ParameterSpec::name) != alone.parameters.end())
      shared.emplace(parameter, value);
  return Recipe{std::string(alone.name), resolve(alone.name, alone.parameters, shared)};
}

}  // namespace palio
