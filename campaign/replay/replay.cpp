#include "campaign/replay/replay.h"

#include <algorithm>
#include <cmath>

#include "campaign/run/limits.h"
#include "core/error.h"
#include "platforms/family.h"
#include "workloads/families/parts/uncertain.h"
#include "workloads/family.h"

namespace palio {
namespace {

bool keeps_realizations(const Outcome& stored) {
  const auto* completed = std::get_if<Completed>(&stored);
  return completed != nullptr && !completed->realizations.empty();
}

SqlValue value_of(double value, MetricType type) {
  if (std::isnan(value)) return std::monostate{};
  if (type == MetricType::integer) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace

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
          .detail = keeps_realizations(scenario.outcome) ? Detail::realizations : Detail::metrics,
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
  return {std::move(built),
          std::move(settled),
          canonical_text(recipe),
          engine,
          std::move(result),
          std::move(detail),
          request.realization < 0 ? std::nullopt : std::optional(request.realization)};
}

void refuse_missing_realization(const RunRequest& request) {
  const Recipe& workload = request.workload.recipe;
  const int count = uncertainty_of(workload, workload_family(workload.name).parameters).realizations;
  if (request.realization < count) return;
  if (count > 0) throw UserError("--realization {}: there are {}, counted from 0", request.realization, count);
  throw UserError("--realization {}: the workload {} is certain, so it has no realizations", request.realization,
                  canonical_text(workload));
}

std::string_view outcome_word(const Outcome& outcome) {
  const auto* failure = std::get_if<Failure>(&outcome);
  return failure == nullptr ? "completed" : to_text(failure->kind);
}

std::vector<ReplayDifference> differences(const Outcome& stored, const Outcome& replayed, double tolerance) {
  std::vector<ReplayDifference> found;
  if (outcome_word(stored) != outcome_word(replayed))
    found.push_back({"outcome", std::string(outcome_word(stored)), std::string(outcome_word(replayed))});
  const auto* old = std::get_if<Completed>(&stored);
  const auto* now = std::get_if<Completed>(&replayed);
  if (old == nullptr || now == nullptr) return found;
  for_each_value(*old, *now, [&](std::string_view what, MetricType type, double one, double other) {
    const MetricInfo* metric = find_metric(what);
    const bool follows = metric != nullptr && !metric->follows.empty();  // from metrics that are compared
    if (!follows && relative_difference(one, other) > tolerance)
      found.push_back({std::string(what), value_of(one, type), value_of(other, type)});
  });
  return found;
}

}  // namespace palio
