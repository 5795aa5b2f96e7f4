#include "campaign/duel/duel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.h"
#include "core/identity/canonical.h"
#include "strategies/registry.h"

namespace palio {
namespace {

Schedule plan(const Recipe& strategy, const Platform& platform, const Workload& workload) {
  const auto* method = method_if<GraphMethod>(palio::strategy(strategy.name));
  if (method == nullptr) throw InternalError("{} plans no task graphs", strategy.name);
  return method->schedule(platform, workload, strategy.parameters).schedule;
}

// s.
double planned_makespan(const Recipe& strategy, const Platform& platform, const Workload& workload) {
  const Schedule schedule = plan(strategy, platform, workload);
  double makespan = 0;
  for (const std::vector<Placement>& placements : schedule.placements)
    for (const Placement& placement : placements) makespan = std::max(makespan, placement.finish);
  return makespan;
}

// The recipe of a file, and its content.
Spec as_file(std::string content) {
  return {{std::string(k_file_family), {{"path", std::string("duel.json")}, {"digest", content_digest(content)}}},
          std::move(content)};
}

}  // namespace

std::string label_of(const Recipe& strategy, const StrategySet& known) {
  return label(strategy, known.named(strategy.name).parameters);
}

std::vector<Recipe> read_contestants(const std::vector<std::string>& typed, const StrategySet& known) {
  std::vector<Recipe> strategies;
  for (const std::string& text : typed) {
    Recipe strategy = parse_recipe(text, known.named(recipe_name(text)).parameters);
    if (std::ranges::find(strategies, strategy) != strategies.end())
      throw UserError("{} is named twice: a strategy is never worse than itself", label_of(strategy, known));
    strategies.push_back(std::move(strategy));
  }
  return strategies;
}

std::vector<Recipe> all_heuristics() {
  // No rules of their own, for independent tasks, or at run time.
  constexpr auto k_others =
      std::to_array<std::string_view>({"Parametric", "Exact", "Assignment", "KPB", "Switching", "JIT"});
  std::vector<Recipe> strategies;
  for (const Strategy& row : sequential_strategies())
    if (std::ranges::find(k_others, row.name) == k_others.end())
      strategies.push_back({std::string(row.name), resolve(row.name, row.parameters, {})});
  return strategies;
}

std::vector<Duel> all_pairs(const std::vector<Recipe>& strategies) {
  std::vector<Duel> pairs;
  for (const Recipe& target : strategies)
    for (const Recipe& base : strategies)
      if (target != base) pairs.push_back({target, base});
  return pairs;
}

Schedule planned_schedule(const Recipe& strategy, const DuelInstance& instance) {
  return plan(strategy, instance.platform, workload_of(instance));
}

std::string no_dates(const Recipe& strategy, const StrategySet& known) {
  if (known.code_of(strategy.name) != nullptr) return "its code is not run in this process";
  const auto* method = method_if<GraphMethod>(known.named(strategy.name));
  if (method != nullptr && method->terms.communication == PlannedCommunication::ignored)
    return "it plans as if data moved instantly";
  return {};
}

Evaluation judge_plans(const Duel& duel, const DuelInstance& instance) {
  const Workload workload = workload_of(instance);
  const Recipe* asked = &duel.target;
  try {
    const double target = planned_makespan(*asked, instance.platform, workload);
    asked = &duel.base;
    return {target / planned_makespan(*asked, instance.platform, workload)};
  } catch (const NoSchedule& error) {
    return {0, fmt::format("{}: {}", asked->name, error.what())};
  } catch (const UserError& error) {
    return {0, fmt::format("{}: {}", asked->name, error.what())};
  }
}

Judge simulation_judge(StrategySet known, std::shared_ptr<Runner> runner) {
  return [known = std::move(known), runner = std::move(runner)](const Duel& duel,
                                                                const DuelInstance& instance) -> Evaluation {
    const RunRequest request{.id = 1,
                             .platform = as_file(platform_text(instance)),
                             .workload = as_file(workload_text(instance)),
                             .strategies = {duel.target, duel.base},
                             .known = known};
    std::array<double, 2> makespans{};
    std::string failure;
    runner->run(request, [&](int strategy, const ScenarioResult& result, const std::optional<ScheduleDetail>&) {
      const auto place = static_cast<std::size_t>(strategy);
      if (const auto* failed = std::get_if<Failure>(&result.outcome))
        failure = fmt::format("{}: {}", request.strategies[place].name, failed->message);
      else
        makespans.at(place) = std::get<Completed>(result.outcome).metrics["makespan"];
    });
    if (!failure.empty() || makespans[1] <= 0) return {0, failure.empty() ? "it was given up" : failure};
    return {makespans[0] / makespans[1]};
  };
}

}  // namespace palio
