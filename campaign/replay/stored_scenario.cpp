#include "campaign/replay/stored_scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

#include "campaign/code/code_source.h"
#include "core/error.h"
#include "core/identity/nearest.h"
#include "platforms/family.h"
#include "storage/read/stored_results.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr std::size_t k_digits = 12;  // of a key

// The typed part of each key; the last one that is not empty may be incomplete.
using TypedKeys = std::array<std::string, k_dimensions>;

bool complete(const std::string& key) { return key.size() == k_digits; }

[[noreturn]] void refuse(std::string_view typed) {
  throw UserError(
      "\"{}\" is not a scenario: give the id in column scenario of the view results, three keys of {} hexadecimal "
      "digits joined by -, or its first digits",
      typed, k_digits);
}

TypedKeys split(std::string_view typed) {
  TypedKeys keys;
  std::size_t dimension = 0;
  for (const char c : typed) {
    if (c == '-') {
      if (!complete(keys[dimension]) || ++dimension == k_dimensions) refuse(typed);
      continue;
    }
    if (std::isxdigit(static_cast<unsigned char>(c)) == 0 || complete(keys[dimension])) refuse(typed);
    keys[dimension] += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (typed.empty()) refuse(typed);
  return keys;
}

std::string list_of(const std::vector<NamedScenario>& found) {
  std::vector<std::string> texts;
  for (const NamedScenario& scenario : found) texts.push_back(scenario.name);
  return fmt::format("{}", fmt::join(texts, ", "));
}

// The key of a dimension that was most likely meant; the typed one itself if it exists.
std::string nearest_key(const CampaignReader& reader, std::string_view table, const std::string& typed) {
  std::vector<std::string> keys;
  for (auto& [id, key] : dimension_keys(reader, table)) keys.push_back(std::move(key));
  std::ranges::sort(keys);
  std::vector<std::string_view> beginnings;
  for (const std::string& key : keys) beginnings.push_back(std::string_view(key).substr(0, typed.size()));
  const std::string_view nearest = nearest_name(typed, beginnings);
  const auto found = std::ranges::find(beginnings, nearest);
  if (nearest.empty() || found == beginnings.end()) return {};
  return keys[static_cast<std::size_t>(found - beginnings.begin())];
}

// The stored scenarios that share the most keys with the wanted one.
std::vector<NamedScenario> neighbours(const CampaignReader& reader, const TypedKeys& keys) {
  constexpr std::size_t k_named = 3;
  // Bits of the keys that have to agree.
  for (const unsigned agreeing : {7U, 3U, 5U, 6U, 1U, 2U, 4U, 0U}) {
    TypedKeys wanted = keys;
    for (std::size_t i = 0; i < k_dimensions; ++i)
      if ((agreeing >> i & 1U) == 0) wanted[i].clear();
    if (std::vector<NamedScenario> found = scenarios_with_keys(reader, wanted, k_named); !found.empty()) return found;
  }
  return {};
}

[[noreturn]] void report_unknown(const CampaignReader& reader, std::string_view typed, const TypedKeys& keys) {
  std::string known;
  TypedKeys near;
  for (std::size_t i = 0; i < k_dimensions && !keys[i].empty(); ++i) {
    near[i] = nearest_key(reader, k_dimension_tables[i], keys[i]);
    const bool stored = near[i].starts_with(keys[i]);
    known += fmt::format("{} {} {} {}", known.empty() ? "" : ",", k_dimension_tables[i], keys[i],
                         stored            ? "is known"
                         : near[i].empty() ? "is unknown"
                                           : fmt::format("is unknown (nearest: {})", near[i]));
  }
  const std::vector<NamedScenario> others = neighbours(reader, near);
  throw UserError("the campaign has no scenario {}:{}; {}", typed, known,
                  others.empty() ? "it has none at all" : "the nearest that are stored: " + list_of(others));
}

// The same bits need the same parameters.
Recipe as_written(const std::string& canonical, std::span<const ParameterSpec> specs) {
  Recipe recipe = parse_recipe(canonical, specs);
  if (canonical_text(recipe) != canonical)
    throw UserError("this Palio reads {} as {}: replay it with the version that stored it", canonical,
                    canonical_text(recipe));
  return recipe;
}

template <class Family>
Spec spec(const CampaignReader& reader, const std::string& canonical, const Family& (*family)(std::string_view)) {
  const Family& row = family(recipe_name(canonical));
  Spec made{as_written(canonical, row.parameters), {}};
  if (!row.reads_file()) return made;
  const std::string& digest = text_of(made.recipe.parameters, role_name(ParameterRole::digest));
  std::optional<std::string> content = file_with_digest(reader, digest);
  if (!content) throw UserError("the campaign does not contain the input file of {}; palio check says more", canonical);
  made.definition = std::move(*content);
  return made;
}

Failure stored_failure(const CampaignReader& reader, const ScenarioId& id, const std::string& outcome) {
  const std::optional<FailureKind> kind = failure_kind(outcome);
  if (!kind) throw UserError("the stored outcome \"{}\" is unknown to this Palio", outcome);
  FailureRow row = failure_row(reader, id).value_or(FailureRow());
  return {*kind, row.signal, std::move(row.message), std::move(row.stderr_tail)};
}

// The strategies that can read a canonical text: Palio's, or those of the code whose digest it has.
StrategySet strategies_for(const CampaignReader& reader, const std::string& canonical, const StrategySet& given) {
  StrategySet known;
  RecipeReader text(canonical);
  while (const std::optional<WrittenParameter> parameter = text.next())
    if (parameter->name == role_name(ParameterRole::digest)) {
      known.add(stored_code(reader, parameter->unquoted(), given));
      require_code(known, text.name(), given);
    }
  return known;
}

StoredScenario read_rows(const CampaignReader& reader, const ScenarioId& id, const StrategySet& given) {
  const std::optional<ScenarioRow> row = scenario_row(reader, id);
  if (!row) throw UserError("the scenario is no longer stored");
  const std::string& strategy_text = row->strategy.canonical;
  const StrategySet known = strategies_for(reader, strategy_text, given);
  StoredScenario scenario{.id = row->name,
                          .platform = stored_platform(reader, row->platform.canonical),
                          .workload = stored_workload(reader, row->workload.canonical),
                          .strategy = as_written(strategy_text, known.named(recipe_name(strategy_text)).parameters),
                          .known = known,
                          .platform_label = row->platform.label,
                          .workload_label = row->workload.label,
                          .strategy_label = row->strategy.label,
                          .outcome = {},
                          .total_time = row->total_time,
                          .engine = {row->engine, row->engine_version},
                          .palio_version = row->palio_version};
  if (row->outcome == "completed")
    scenario.outcome = Completed{row->metrics, application_rows(reader, id), realization_rows(reader, id)};
  else
    scenario.outcome = stored_failure(reader, id, row->outcome);
  return scenario;
}

}  // namespace

ScenarioId find_scenario(const CampaignReader& reader, std::string_view typed) {
  constexpr std::size_t k_named = 5;
  const TypedKeys keys = split(typed);
  std::vector<NamedScenario> found = scenarios_with_keys(reader, keys, k_named + 1);
  if (found.empty()) report_unknown(reader, typed, keys);
  if (found.size() == 1) return found.front().id;
  const bool more = found.size() > k_named;
  if (more) found.pop_back();
  throw UserError("{} begins the ids of several scenarios; type more digits: {}{}", typed, list_of(found),
                  more ? ", ..." : "");
}

Spec stored_platform(const CampaignReader& reader, const std::string& canonical) {
  return spec(reader, canonical, platform_family);
}

Spec stored_workload(const CampaignReader& reader, const std::string& canonical) {
  return spec(reader, canonical, workload_family);
}

StoredScenario read_scenario(const CampaignReader& reader, const ScenarioId& id, const StrategySet& given) {
  StoredScenario scenario;
  reader.in_snapshot([&] { scenario = read_rows(reader, id, given); });  // a retry may replace them between two queries
  return scenario;
}

}  // namespace palio
