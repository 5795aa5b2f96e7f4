#include "campaign/study/instance_checks.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <utility>

#include "core/error.h"
#include "platforms/family.h"
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
// released; a file is one of a kind, whatever scales it.
std::string workload_class(const Ingredient& workload) {
  const Recipe& recipe = workload.recipe;
  if (!workload.definition.empty()) {
    if (workload_family(recipe.name).kept == KeptOfFile::content) return canonical_text(recipe);
    return recipe.name + ' ' + text_of(recipe.parameters, role_name(ParameterRole::digest));
  }
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

// A platform may be large: it is built once for all strategies, and one after the other.
void check_platforms(const Study& study, const StudyLines& lines) {
  std::set<std::pair<std::size_t, std::string>> checked;
  for (std::size_t p = 0; p < study.platforms.size(); ++p) {
    const Ingredient& platform = study.platforms[p];
    const PlatformFamily& family = platform_family(platform.recipe.name);
    const std::string place = fmt::format("{}:{}", study.path, lines.platforms[p]);
    std::optional<AnyPlatform> some;
    if (!platform.definition.empty()) some = built(family, platform);  // what is wrong has its own file and line
    for (std::size_t s = 0; s < study.strategies.size(); ++s) {
      const Strategy& chosen = study.known.named(study.strategies[s].name);
      if (!checked.emplace(s, platform_class(platform, *chosen.method)).second) continue;
      if (!some) some = or_refuse(place, platform.recipe, family, "", [&] { return built(family, platform); });
      or_refuse(place, platform.recipe, family, ": leave one of them out", [&] { check_platform(chosen, *some); });
    }
  }
}

// Of a workload that is built already.
void check_strategy(const Study& study, const std::string& place, std::size_t w, std::uint32_t s,
                    const AnyWorkload& workload) {
  const Recipe& recipe = study.workloads[w].recipe;
  or_refuse(place, recipe, workload_family(recipe.name), ": name the workloads that it takes, or leave one of them out",
            [&] { check_workload(study.known.named(study.strategies[s].name), workload); });
}

AnyWorkload built_or_refused(const Ingredient& workload, const std::string& place) {
  const WorkloadFamily& family = workload_family(workload.recipe.name);
  if (!workload.definition.empty()) return built(family, workload);  // what is wrong has its own file and line
  return or_refuse(place, workload.recipe, family, "", [&] { return built(family, workload); });
}

// A workload may be large: it is built once for all strategies, and one after the other.
void check_workloads(const Study& study, const StudyLines& lines) {
  std::set<std::pair<std::uint32_t, std::string>> checked;
  for (std::size_t w = 0; w < study.workloads.size(); ++w) {
    const std::string place = fmt::format("{}:{}", study.path, lines.workloads[w]);
    const std::string kind = workload_class(study.workloads[w]);
    std::optional<AnyWorkload> some;
    for (const std::uint32_t s : study.strategies_of(w)) {
      if (!checked.emplace(s, kind).second) continue;
      if (!some) some = built_or_refused(study.workloads[w], place);
      check_strategy(study, place, w, s, *some);
    }
  }
}

}  // namespace

void check_instances(const Study& study, const StudyLines& lines) {
  check_platforms(study, lines);
  check_workloads(study, lines);
}

}  // namespace palio
