#include "campaign/costs/cost_model.h"

#include <functional>
#include <map>
#include <string>

#include "storage/read/stored_results.h"

namespace palio {
namespace {

// "MINE:x=1" of "MINE:digest=...,x=1": what stays the same when the code changes.
std::string without_digest(std::string text) {
  const std::string digest = std::string(role_name(ParameterRole::digest)) + "=";
  const std::size_t begin = text.find(digest);
  if (begin != std::string::npos) text.erase(begin, text.find(',', begin) - begin);
  return text;
}

// For each strategy, the ids of its earlier code, the latest first; none for strategies that are `known` or Palio's.
std::vector<std::vector<std::int64_t>> earlier_ids(const Study& study, const DimensionIds& ids,
                                                   const CampaignReader& reader, const std::vector<bool>& known) {
  std::map<std::string, std::vector<std::int64_t>, std::less<>> stored;
  for (const StoredCode& code : strategies_with_code(reader)) stored[without_digest(code.canonical)].push_back(code.id);
  std::vector<std::vector<std::int64_t>> earlier(study.strategies.size());
  for (std::size_t s = 0; s < study.strategies.size(); ++s) {
    const Recipe& recipe = study.strategies[s];
    if (known[s] || study.known.code_of(recipe.name) == nullptr) continue;
    earlier[s] = stored[without_digest(canonical_text(recipe))];
    std::erase(earlier[s], ids.strategies[s]);
  }
  return earlier;
}

}  // namespace

std::vector<CostObservation> read_stored_costs(const Study& study, const DimensionIds& ids,
                                               const CampaignReader& reader, std::int64_t most) {
  std::vector<CostObservation> costs;
  const ScenarioPositions positions(study, ids);
  for_each_cost(reader, most, [&](const ScenarioId& id, double total_time) {
    if (const auto at = positions.find(id)) costs.push_back({at->instance, at->strategy, total_time});
  });
  return costs;
}

KnownCosts read_known_costs(const Study& study, const DimensionIds& ids, const CampaignReader& reader) {
  constexpr std::size_t k_versions = 8;  // of a code that are looked at
  KnownCosts known{.stored = read_stored_costs(study, ids, reader)};
  const auto earlier = earlier_ids(study, ids, reader, observed_strategies(study, known.stored));
  for (std::size_t version = 0; version < k_versions; ++version) {
    DimensionIds then = ids;
    const std::vector<bool> found = observed_strategies(study, known.earlier);
    bool any = false;
    for (std::size_t s = 0; s < earlier.size(); ++s) {
      const bool wanted = version < earlier[s].size() && !found[s];
      then.strategies[s] = wanted ? earlier[s][version] : 0;
      any = any || wanted;
    }
    if (!any) break;
    const auto costs = read_stored_costs(study, then, reader);
    known.earlier.insert(known.earlier.end(), costs.begin(), costs.end());
  }
  return known;
}

}  // namespace palio
