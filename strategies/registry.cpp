#include "strategies/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/identity/registry.h"
#include "strategies/tables/tables.h"

namespace palio {

namespace {

// Kinds of applications, in the order of AnyWorkload.
enum Kind : std::size_t { task_graphs, bags_of_tasks, shared_files };
constexpr std::array<std::string_view, std::variant_size_v<AnyWorkload>> k_kinds{"task graphs", "bags of tasks",
                                                                                 "tasks that share files"};

Kind kind(const Strategy& strategy) {
  if (strategy.bag_policy != nullptr) return bags_of_tasks;
  return strategy.file_policy != nullptr ? shared_files : task_graphs;
}

void check_clusters(const Strategy& strategy, const Platform& platform) {
  if (strategy.platform_need == PlatformNeed::one_cluster && platform.clusters.size() != 1)
    throw UserError(fmt::format("strategy {} schedules on one cluster, but a platform has {}", strategy.name,
                                platform.clusters.size()));
}

void check_star(const Strategy& strategy, const Star& star) {
  if (strategy.platform_need == PlatformNeed::one_port && star.port_model != PortModel::one_port)
    throw UserError(fmt::format("strategy {} sends one message at a time, but a star is multi-port", strategy.name));
}

void check_batch(const Strategy& strategy, std::size_t applications) {
  if (strategy.batch_need == BatchNeed::one_application && applications != 1)
    throw UserError(
        fmt::format("strategy {} schedules one application, but a workload has {}", strategy.name, applications));
}

}  // namespace

std::span<const Strategy> strategies() {
  static const std::vector<Strategy> rows = [] {
    std::vector<Strategy> all;
    for (const auto table :
         {mixed_parallel_strategies(), constrained_strategies(), cluster_batch_strategies(), cafm_strategies(),
          mags_strategies(), bag_strategies(), cbs3m_strategies(), file_strategies()})
      all.insert(all.end(), table.begin(), table.end());
    return all;
  }();
  return rows;
}

const Strategy& strategy(std::string_view name) { return find_row(strategies(), "strategy", name); }

std::optional<Recipe> dedicated_recipe(const Strategy& strategy, const Parameters& parameters) {
  if (strategy.dedicated.empty()) return std::nullopt;
  const Strategy& alone = palio::strategy(strategy.dedicated);
  Parameters shared;
  for (const auto& [parameter, value] : parameters)
    if (std::ranges::find(alone.parameters, parameter, &ParameterSpec::name) != alone.parameters.end())
      shared.emplace(parameter, value);
  return Recipe{std::string(alone.name), resolve(alone.name, alone.parameters, shared)};
}

void check_platform(const Strategy& strategy, const AnyPlatform& platform) {
  const auto* clusters = std::get_if<Platform>(&platform);
  if ((strategy.schedule != nullptr) != (clusters != nullptr))
    throw UserError(fmt::format("strategy {} schedules {} on {}, but a platform is {}", strategy.name,
                                k_kinds[kind(strategy)], clusters != nullptr ? "a star" : "clusters",
                                clusters != nullptr ? "made of clusters" : "a star"));
  if (clusters != nullptr)
    check_clusters(strategy, *clusters);
  else
    check_star(strategy, std::get<Star>(platform));
}

void check_workload(const Strategy& strategy, const AnyWorkload& workload) {
  if (kind(strategy) != workload.index())
    throw UserError(fmt::format("strategy {} schedules {}, but a workload has {}", strategy.name,
                                k_kinds[kind(strategy)], k_kinds[workload.index()]));
  if (const auto* graphs = std::get_if<Workload>(&workload)) check_batch(strategy, graphs->applications.size());
}

}  // namespace palio
