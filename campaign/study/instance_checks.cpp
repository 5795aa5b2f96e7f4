#include <fmt/format.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "campaign/study/study_reader.h"
#include "platforms/family.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

// What decides whether a strategy takes a workload: its family, how many applications it has, when they are released,
// and their speed-up law; every file is its own class, however it is scaled.
std::string workload_class(const Spec& workload) {
  const Recipe& recipe = workload.recipe;
  if (!workload.definition.empty()) {
    if (workload_family(recipe.name).kept == KeptOfFile::content) return canonical_text(recipe);
    return recipe.name + ' ' + text_of(recipe.parameters, role_name(ParameterRole::digest));
  }
  Recipe deciding{recipe.name, {}};
  for (const ParameterSpec& spec : workload_family(recipe.name).parameters)
    if (spec.role == ParameterRole::applications || spec.role == ParameterRole::release || spec.name == "law")
      if (const auto value = recipe.parameters.find(spec.name); value != recipe.parameters.end())
        deciding.parameters.insert(*value);
  return canonical_text(deciding);
}

std::string platform_class(const Spec& platform, const Method& method) {
  return method.selects_platforms() || !platform.definition.empty() ? canonical_text(platform.recipe)
                                                                    : platform.recipe.name;
}

// Adds to a UserError of `function` the place, the recipe that it is about, and what to do.
template <class Family, class Function>
auto or_refuse(const std::string& place, const Recipe& about, const Family& family, std::string_view remedy,
               Function function) {
  try {
    return function();
  } catch (const UserError& error) {
    throw UserError("{}: {} ({}){}", place, error.what(), label(about, family.parameters), remedy);
  }
}

// Errors in a file have their own file and line.
template <class Family>
auto built(const Family& family, const Spec& spec, const std::string& place) {
  const auto build = [&] { return family.build(spec.recipe, spec.definition); };
  return spec.definition.empty() ? or_refuse(place, spec.recipe, family, "", build) : build();
}

// What is wrong with each block: what cannot be built, or the first refusals of some strategies and the names of
// others.
class Refusals {
public:
  /// Whether `build` succeeds; it is not tried again for this block.
  template <class Step>
  bool is_built(const std::string& place, Step build) {
    if (broken_.contains(place)) return false;
    const bool built = problems_.attempt(build);
    if (!built) broken_.insert(place);
    return built;
  }
  template <class Step>
  void check(const std::string& place, const std::string& strategy, Step step) {
    std::set<std::string>& refusing = refusing_[place];
    if (refusing.contains(strategy)) return;
    Problems more;
    const bool is_told = refusing.size() < k_most;
    if ((is_told ? problems_ : more).attempt(step)) return;
    refusing.insert(strategy);
    if (!is_told) unnamed_[place].push_back(strategy);
  }
  void tell() {
    for (const auto& [place, unnamed] : unnamed_)
      problems_.attempt([&, &place = place, &names = unnamed] {
        throw UserError("{}: also refused here: {}", place, fmt::join(names, ", "));
      });
    problems_.tell();
  }

private:
  static constexpr std::size_t k_most = 3;  // strategies that have a message for the same block

  Problems problems_;
  std::set<std::string> broken_;                             // places
  std::map<std::string, std::set<std::string>> refusing_;    // by place: strategies
  std::map<std::string, std::vector<std::string>> unnamed_;  // by place: those without a message of their own
};

// A platform may be large: it is built once for all strategies, and one after the other.
void check_platforms(const Study& study, const StudyPlaces& places, ScenarioFilter* filter) {
  std::set<std::pair<std::size_t, std::string>> checked;
  Refusals refusals;
  for (std::size_t p = 0; p < study.platforms.size(); ++p) {
    const Spec& platform = study.platforms[p];
    const PlatformFamily& family = platform_family(platform.recipe.name);
    const std::string& place = *places.platforms[p];
    std::optional<AnyPlatform> some;
    for (std::size_t s = 0; s < study.strategies.size(); ++s) {
      if (filter != nullptr && !filter->may_take(s, p)) continue;
      const Strategy& chosen = study.known.named(study.strategies[s].name);
      if (!checked.emplace(s, platform_class(platform, *chosen.method)).second) continue;
      if (!some && !refusals.is_built(place, [&] { some = built(family, platform, place); })) break;
      refusals.check(place, study.strategies[s].name, [&] {
        or_refuse(place, platform.recipe, family, ": leave one of them out", [&] { check_platform(chosen, *some); });
      });
    }
  }
  refusals.tell();
}

bool has_times(const Application& application) { return application.graph.time_count() > 0; }
bool has_other_law(const Application& application) { return application.graph.speedup_law() != SpeedupLaw::amdahl; }

// The yardstick of a strategy schedules each application of a batch alone.
void check_yardstick(const Strategy& chosen, const AnyWorkload& workload) {
  const auto* method = method_if<GraphMethod>(chosen);
  if (method == nullptr || method->terms.dedicated.empty()) return;
  const auto* yardstick = method_if<GraphMethod>(strategy(method->terms.dedicated));
  const std::vector<Application>& batch = as<Workload>(workload).applications;
  if (yardstick == nullptr || batch.size() < 2) return;
  const auto other = std::ranges::find_if(batch, has_other_law);
  if (yardstick->terms.speedups == Speedups::amdahl && other != batch.end())
    throw UserError(
        "the yardstick of strategy {}, {}, computes with Amdahl's law, but tasks of application \"{}\" have another "
        "speed-up law",
        chosen.name, method->terms.dedicated, other->name);
  if (yardstick->terms.machines == Machines::unrelated) return;
  if (const auto timed = std::ranges::find_if(batch, has_times); timed != batch.end())
    throw UserError(
        "the yardstick of strategy {}, {}, needs the work of tasks in flop, but those of application \"{}\" have times "
        "for each cluster or host",
        chosen.name, method->terms.dedicated, timed->name);
}

// A workload may be large: it is built once for all strategies, and one after the other.
void check_workloads(const Study& study, const StudyPlaces& places, ScenarioFilter* filter) {
  std::set<std::pair<std::uint32_t, std::string>> checked;
  Refusals refusals;
  for (std::size_t w = 0; w < study.workloads.size(); ++w) {
    const Spec& workload = study.workloads[w];
    const WorkloadFamily& family = workload_family(workload.recipe.name);
    const std::string& place = *places.workloads[w];
    const std::string kind = workload_class(workload);
    std::optional<AnyWorkload> some;
    for (const std::uint32_t s : study.strategies_of(w)) {
      if (filter != nullptr && !filter->may_take_workload(s, w)) continue;
      if (!checked.emplace(s, kind).second) continue;
      const Strategy& chosen = study.known.named(study.strategies[s].name);
      if (!some && !refusals.is_built(place, [&] { some = built(family, workload, place); })) break;
      refusals.check(place, study.strategies[s].name, [&] {
        or_refuse(place, workload.recipe, family, ": name the workloads that it takes, or leave one of them out", [&] {
          check_workload(chosen, *some);
          check_yardstick(chosen, *some);
        });
      });
    }
  }
  refusals.tell();
}

// How many times a task has does not depend on the draw.
std::string without_draw(const Recipe& recipe) {
  Recipe kept = recipe;
  for (const ParameterRole role : {ParameterRole::sample, ParameterRole::seed})
    kept.parameters.erase(std::string(role_name(role)));
  return canonical_text(kept);
}

// Strategies for related machines refuse workloads with times.
bool may_have_times(const Study& study, std::size_t workload) {
  return std::ranges::any_of(study.strategies_of(workload), [&](std::uint32_t s) {
    const auto* method = method_if<GraphMethod>(study.known.named(study.strategies[s].name));
    return method != nullptr && method->terms.machines == Machines::unrelated;
  });
}

// The numbers of times that tasks have, where they have any.
std::set<std::size_t> time_counts(const Spec& workload) {
  const AnyWorkload graphs = workload_family(workload.recipe.name).build(workload.recipe, workload.definition);
  std::set<std::size_t> counts;
  for (const Application& application : as<Workload>(graphs).applications)
    if (has_times(application)) counts.insert(static_cast<std::size_t>(application.graph.time_count()));
  return counts;
}

// The number of clusters or hosts of each platform.
std::vector<std::size_t> cluster_counts(const Study& study) {
  std::vector<std::size_t> counts;
  for (const Spec& platform : study.platforms) {
    const AnyPlatform made = platform_family(platform.recipe.name).build(platform.recipe, platform.definition);
    counts.push_back(as<Platform>(made).clusters.size());
  }
  return counts;
}

// Where tasks have a time for each host or cluster, the platforms of their instances must have as many.
void check_machines(const Study& study, const StudyPlaces& places, ScenarioFilter* filter) {
  std::set<std::string> checked;
  std::vector<std::size_t> clusters;  // by platform
  for (std::size_t w = 0; w < study.workloads.size(); ++w) {
    const Spec& workload = study.workloads[w];
    if (!may_have_times(study, w) || !checked.insert(without_draw(workload.recipe)).second) continue;
    for (const std::size_t times : time_counts(workload)) {
      if (clusters.empty()) clusters = cluster_counts(study);
      for (std::size_t p = 0; p < clusters.size(); ++p) {
        if (clusters[p] == times || (filter != nullptr && !filter->takes_instance(p, w))) continue;
        const Recipe& platform = study.platforms[p].recipe;
        throw UserError(
            "{}: the tasks of {} have {} times each, but {} has {} hosts or clusters: give both as many, or pair them "
            "by "
            "where in [study]",
            *places.workloads[w], label(workload.recipe, workload_family(workload.recipe.name).parameters), times,
            label(platform, platform_family(platform.name).parameters), clusters[p]);
      }
    }
  }
}

}  // namespace

void check_instances(const Study& study, const StudyPlaces& places) {
  const auto filter = study.is_filtered() ? std::make_unique<ScenarioFilter>(study) : nullptr;
  Problems problems;
  problems.attempt([&] { check_platforms(study, places, filter.get()); });
  problems.attempt([&] { check_workloads(study, places, filter.get()); });
  problems.tell();
  check_machines(study, places, filter.get());
}

}  // namespace palio
