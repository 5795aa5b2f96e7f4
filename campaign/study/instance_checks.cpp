#include "campaign/study/instance_checks.h"

#include <fmt/format.h>

#include <set>

#include "core/error.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

AnyPlatform built(const PlatformFamily& family, const Ingredient& platform) {
  return family.build(platform.recipe, platform.definition);
}

AnyWorkload built(const WorkloadFamily& family, const Ingredient& workload) {
  return family.build(workload.recipe, workload.definition);
}

// What decides whether a strategy takes a workload: its family, how many applications it has and when they are
// released; a file is one of a kind.
std::string workload_class(const Ingredient& workload) {
  const Recipe& recipe = workload.recipe;
  if (!workload.definition.empty()) return canonical_text(recipe);
  Recipe deciding{recipe.name, {}};
  for (const ParameterSpec& spec : workload_family(recipe.name).parameters)
    if (spec.role == ParameterRole::applications || spec.role == ParameterRole::release)
      if (const auto value = recipe.parameters.find(spec.name); value != recipe.parameters.end())
        deciding.parameters.insert(*value);
  return canonical_text(deciding);
}

std::string platform_class(const Ingredient& platform, const Method& method) {
  return method.selects_platforms() || !platform.definition.empty() ? canonical_text(platform.recipe)
                                                                    : platform.recipe.name;
}

// Adds to what `function` throws where it is, what it is about, a recipe of that family, and what to do.
template <class Family, class Function>
auto or_refuse(const std::string& place, const Recipe& about, const Family& family, std::string_view remedy,
               Function function) {
  try {
    return function();
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {} ({}){}", place, error.what(), label(about, family.parameters), remedy));
  }
}

void check_platforms(const Study& study, const StudyLines& lines, const Strategy& chosen) {
  std::set<std::string> checked;
  for (std::size_t p = 0; p < study.platforms.size(); ++p) {
    const Ingredient& platform = study.platforms[p];
    if (!checked.insert(platform_class(platform, *chosen.method)).second) continue;
    const PlatformFamily& family = platform_family(platform.recipe.name);
    const std::string place = fmt::format("{}:{}", study.path, lines.platforms[p]);
    const AnyPlatform some = or_refuse(place, platform.recipe, family, "", [&] { return built(family, platform); });
    or_refuse(place, platform.recipe, family, ": leave one of them out", [&] { check_platform(chosen, some); });
  }
}

void check_workloads(const Study& study, const StudyLines& lines, std::size_t strategy_index, const Strategy& chosen) {
  std::set<std::string> checked;
  for (std::size_t w = 0; w < study.workloads.size(); ++w) {
    const Ingredient& workload = study.workloads[w];
    if (!study.classes.takes(strategy_index, w) || !checked.insert(workload_class(workload)).second) continue;
    const WorkloadFamily& family = workload_family(workload.recipe.name);
    const std::string place = fmt::format("{}:{}", study.path, lines.workloads[w]);
    const AnyWorkload some = or_refuse(place, workload.recipe, family, "", [&] { return built(family, workload); });
    or_refuse(place, workload.recipe, family, ": name the workloads that it takes, or leave one of them out",
              [&] { check_workload(chosen, some); });
  }
}

}  // namespace

void check_instances(const Study& study, const StudyLines& lines) {
  for (const Ingredient& platform : study.platforms)
    if (!platform.definition.empty()) built(platform_family(platform.recipe.name), platform);
  for (const Ingredient& workload : study.workloads)
    if (!workload.definition.empty()) built(workload_family(workload.recipe.name), workload);
  for (std::size_t s = 0; s < study.strategies.size(); ++s) {
    const Strategy& chosen = strategy(study.strategies[s].name);
    check_platforms(study, lines, chosen);
    check_workloads(study, lines, s, chosen);
  }
}

}  // namespace palio
