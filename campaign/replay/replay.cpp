#include "campaign/replay/replay.h"

#include <algorithm>

#include "campaign/run/time_limits.h"
#include "platforms/family.h"
#include "strategies/bags/dedicated_rate.h"
#include "strategies/files/scalability/isoefficiency.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

// What the recipe leaves open gets its value: dates of bags from the star, numbers of tasks from the strategy.
AnyWorkload settled(AnyWorkload workload, const AnyPlatform& platform, const Recipe& recipe) {
  const auto* star = std::get_if<Star>(&platform);
  if (star == nullptr) return workload;
  if (const auto* bags = std::get_if<BagBatch>(&workload)) return dated(*bags, *star);
  if (const auto* files = std::get_if<SharedFileTasks>(&workload))
    return counted_tasks(strategy(recipe.name), recipe.parameters, *star, *files);
  return workload;
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
          .time_limit = replay_time_limit(scenario)};
}

SimulatedScenario simulated_scenario(const RunRequest& request, const EngineInfo& engine, ScenarioResult result,
                                     ScheduleDetail detail) {
  const auto& [platform, platform_definition] = request.platform;
  const auto& [workload, workload_definition] = request.workload;
  const Recipe& recipe = request.strategies.front();
  AnyPlatform built = platform_family(platform.name).build(platform, platform_definition);
  AnyWorkload work = settled(workload_family(workload.name).build(workload, workload_definition), built, recipe);
  return {std::move(built), std::move(work), canonical_text(recipe), engine, std::move(result), std::move(detail)};
}

}  // namespace palio
