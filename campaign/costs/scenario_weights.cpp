#include "campaign/costs/cost_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "core/text/json_reader.h"
#include "core/text/json_text.h"

namespace palio {
namespace {

constexpr double k_largest = 1e12;  // factor, and 1 / it the least: products of many stay finite

// Of a value of an axis ("tasks=10"; "tasks=" where there is none) or a strategy.
std::string row(std::string_view side, std::string_view value, double factor) {
  return fmt::format("[{}, {}, {:.3g}]", json_quoted(side), json_quoted(value),
                     std::clamp(factor, 1 / k_largest, k_largest));
}

void add_rows(std::string_view side, const std::vector<CostAxis>& axes, const std::vector<std::vector<double>>& factors,
              std::vector<std::string>& rows) {
  for (std::size_t a = 0; a < axes.size(); ++a)
    for (std::size_t level = 0; level < axes[a].texts.size(); ++level)
      rows.push_back(row(side, axes[a].name + "=" + axes[a].texts[level], factors[a][level]));
}

// The cost of each strategy relative to the prediction for all of them; near 1 if little was observed.
std::vector<double> strategy_factors(const Study& study, std::span<const CostObservation> observations,
                                     const std::vector<double>& predicted) {
  const double average =
      std::accumulate(predicted.begin(), predicted.end(), 0.0) / static_cast<double>(predicted.size());
  std::vector<double> observed(study.strategies.size(), average), expected(study.strategies.size(), average);
  for (std::size_t i = 0; i < observations.size(); ++i) {
    observed[observations[i].strategy] += observations[i].cost;
    expected[observations[i].strategy] += predicted[i];
  }
  for (std::size_t s = 0; s < observed.size(); ++s) observed[s] /= expected[s];
  return observed;
}

using Factors = std::map<std::string, double, std::less<>>;

// The axes that a text names: all that stands before the first "=" of its values.
std::set<std::string> axes_of(const Factors& factors) {
  std::set<std::string> axes;
  for (const auto& [value, factor] : factors) axes.insert(value.substr(0, value.find('=')));
  return axes;
}

std::vector<double> weights_of(const std::vector<Spec>& items, const Factors& factors) {
  const std::set<std::string> axes = axes_of(factors);
  std::vector<double> weights(items.size(), 1.0);
  for (std::size_t item = 0; item < items.size(); ++item)
    for (const std::string& axis : axes)
      if (const auto found = factors.find(axis + "=" + axis_text(items[item].recipe, axis)); found != factors.end())
        weights[item] *= found->second;
  return weights;
}

}  // namespace

std::string weights_text(const Study& study, std::span<const CostObservation> observations) {
  const std::vector<CostAxis> platform = cost_axes(study.platforms), workload = cost_axes(study.workloads);
  std::vector<double> predicted(observations.size(), 1.0);
  const CostFactors fitted = fit_factors(platform, workload, observations, predicted);
  const std::vector<double> strategies = strategy_factors(study, observations, predicted);
  std::vector<std::string> rows;
  add_rows("platform", platform, fitted.platform, rows);
  add_rows("workload", workload, fitted.workload, rows);
  for (std::size_t s = 0; s < study.strategies.size(); ++s)
    rows.push_back(row("strategy", canonical_text(study.strategies[s]), strategies[s]));
  return fmt::format("[{}]", fmt::join(rows, ",\n"));
}

ScenarioWeights scenario_weights(const Study& study, const std::string& text, const std::string& place) {
  std::map<std::string, Factors> sides;
  for (const JsonReader& row : JsonReader::parse(text, place).elements()) {
    const std::vector<JsonReader> parts = row.elements();
    if (parts.size() != 3) row.fail("must be a side, a value and its factor");
    const double factor = parts[2].number(JsonRange::positive);
    if (factor > k_largest || factor < 1 / k_largest) parts[2].fail("is not a cost factor");
    sides[parts[0].text()][parts[1].text()] = factor;
  }
  ScenarioWeights weights{.text = text,
                          .platform = weights_of(study.platforms, sides["platform"]),
                          .workload = weights_of(study.workloads, sides["workload"]),
                          .strategy = {}};
  for (const Recipe& strategy : study.strategies) {
    const auto found = sides["strategy"].find(canonical_text(strategy));
    weights.strategy.push_back(found == sides["strategy"].end() ? 1 : found->second);
  }
  return weights;
}

}  // namespace palio
