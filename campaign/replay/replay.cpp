#include "campaign/replay/replay.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "campaign/code/stored_code.h"
#include "campaign/run/limits/time_limits.h"
#include "core/error.h"
#include "platforms/family.h"
#include "storage/read/stored_results.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

std::set<std::string, std::less<>> parameter_names(std::string_view canonical) {
  std::set<std::string, std::less<>> names;
  RecipeReader text(canonical);
  while (const std::optional<WrittenParameter> parameter = text.next()) names.emplace(parameter->name);
  return names;
}

// Bit for bit the same needs the same parameters: of one that came later it must be known what was done before.
Recipe as_written(const std::string& canonical, std::span<const ParameterSpec> specs) {
  Recipe recipe = parse_recipe(canonical, specs);
  const std::set<std::string, std::less<>> written = parameter_names(canonical);
  Recipe stored = recipe;
  for (const ParameterSpec& spec : specs) {
    const std::optional<std::string_view> rule = earlier_rule(recipe.name, spec.name);
    if (!rule || written.contains(spec.name)) continue;
    recipe.parameters.insert_or_assign(std::string(spec.name), parse_value(recipe.name, spec, *rule));
    stored.parameters.erase(std::string(spec.name));
  }
  if (canonical_text(stored) != canonical)
    throw UserError("this Palio reads {} as {}: replay it with the version that stored it", canonical,
                    canonical_text(stored));
  return recipe;
}

template <class Family>
Spec spec(const CampaignReader& reader, const std::string& canonical, const Family& (*family)(std::string_view)) {
  const Family& row = family(recipe_name(canonical));
  Spec made{as_written(canonical, row.parameters), {}};
  if (!row.reads_file()) return made;
  const std::string& digest = text_of(made.recipe.parameters, role_name(ParameterRole::digest));
  std::optional<std::string> content = file_with_digest(reader, digest);
  if (!content) throw UserError("the campaign does not hold the input file of {}; palio check says more", canonical);
  made.definition = std::move(*content);
  return made;
}

Failure stored_failure(const CampaignReader& reader, const ScenarioId& id, const std::string& outcome) {
  const std::optional<FailureKind> kind = failure_kind(outcome);
  if (!kind) throw UserError("the stored outcome \"{}\" is unknown to this Palio", outcome);
  FailureRow row = failure_row(reader, id).value_or(FailureRow());
  return {*kind, row.signal, std::move(row.message), std::move(row.stderr_tail)};
}

// The strategies that a canonical text is to be read by: Palio's, or those of the code whose digest it has.
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
                          .platform = spec(reader, row->platform.canonical, platform_family),
                          .workload = spec(reader, row->workload.canonical, workload_family),
                          .strategy = as_written(strategy_text, known.named(recipe_name(strategy_text)).parameters),
                          .known = known,
                          .platform_label = row->platform.label,
                          .workload_label = row->workload.label,
                          .strategy_label = row->strategy.label,
                          .outcome = {},
                          .known_metrics = row->known_metrics,
                          .total_time = row->total_time,
                          .engine = {row->engine, row->engine_version},
                          .palio_version = row->palio_version};
  if (row->outcome == "completed")
    scenario.outcome = Completed{row->metrics, application_rows(reader, id)};
  else
    scenario.outcome = stored_failure(reader, id, row->outcome);
  return scenario;
}

}  // namespace

StoredScenario read_scenario(const CampaignReader& reader, const ScenarioId& id, const StrategySet& given) {
  StoredScenario scenario;
  reader.in_snapshot([&] { scenario = read_rows(reader, id, given); });  // a retry may replace them between two queries
  return scenario;
}

double replay_time_limit(const StoredScenario& scenario) {
  if (std::holds_alternative<Failure>(scenario.outcome)) return TimeLimits::k_unseen;
  return std::max(TimeLimits::k_shortest, TimeLimits::k_times * scenario.total_time);
}

RunRequest replay_request(const StoredScenario& scenario) {
  return {.id = 1,
          .platform = scenario.platform,
          .workload = scenario.workload,
          .strategies = {scenario.strategy},
          .time_limit = replay_time_limit(scenario),
          .known = scenario.known};
}

SimulatedScenario simulated_scenario(const RunRequest& request, const EngineInfo& engine, ScenarioResult result,
                                     ScheduleDetail detail) {
  const auto& [platform, platform_definition] = request.platform;
  const auto& [workload, workload_definition] = request.workload;
  const Recipe& recipe = request.strategies.front();
  AnyPlatform built = platform_family(platform.name).build(platform, platform_definition);
  AnyWorkload settled = request.known.named(recipe.name)
                            .method->settled(recipe.name, recipe.parameters, built,
                                             workload_family(workload.name).build(workload, workload_definition));
  return {std::move(built), std::move(settled), canonical_text(recipe), engine, std::move(result), std::move(detail)};
}

}  // namespace palio
