#include "campaign/replay/replay.h"

#include <algorithm>

#include "campaign/run/limits.h"
#include "platforms/family.h"
#include "workloads/family.h"

namespace palio {

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
