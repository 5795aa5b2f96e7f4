#include "campaign/duel/judge.h"

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
  if (method == nullptr) throw InternalError(fmt::format("{} plans no task graphs", strategy.name));
  return method->schedule(platform, workload, strategy.parameters).schedule;
}

// A file's recipe and what is kept of it.
Spec as_file(std::string content) {
  return {{std::string(k_file_family), {{"path", std::string("duel.json")}, {"digest", content_digest(content)}}},
          std::move(content)};
}

}  // namespace

Schedule planned_schedule(const Recipe& strategy, const DuelInstance& instance) {
  return plan(strategy, instance.platform, workload_of(instance));
}

double planned_makespan(const Schedule& schedule) {
  double makespan = 0;
  for (const std::vector<Placement>& placements : schedule.placements)
    for (const Placement& placement : placements) makespan = std::max(makespan, placement.finish);
  return makespan;
}

std::string no_dates(const Recipe& strategy, const StrategySet& known) {
  if (known.code_of(strategy.name) != nullptr) return "its code is not run in this process";
  const auto* method = method_if<GraphMethod>(known.named(strategy.name));
  if (method != nullptr && method->terms.communication == PlannedCommunication::ignored)
    return "it plans as if data moved at once";
  return {};
}

Evaluation PlanJudge::evaluate(const Duel& duel, const DuelInstance& instance) {
  const Workload workload = workload_of(instance);
  const Recipe* asked = &duel.target;
  try {
    const double target = planned_makespan(plan(*asked, instance.platform, workload));
    asked = &duel.base;
    return {target / planned_makespan(plan(*asked, instance.platform, workload))};
  } catch (const NoSchedule& error) {
    return {0, fmt::format("{}: {}", asked->name, error.what())};
  } catch (const UserError& error) {
    return {0, fmt::format("{}: {}", asked->name, error.what())};
  }
}

Evaluation SimulationJudge::evaluate(const Duel& duel, const DuelInstance& instance) {
  const RunRequest request{.id = 1,
                           .platform = as_file(platform_text(instance)),
                           .workload = as_file(workload_text(instance)),
                           .strategies = {duel.target, duel.base},
                           .known = known_};
  std::array<double, 2> makespans{};
  std::string failure;
  runner_->run(request, [&](int strategy, const ScenarioResult& result, const std::optional<ScheduleDetail>&) {
    const auto place = static_cast<std::size_t>(strategy);
    if (const auto* failed = std::get_if<Failure>(&result.outcome))
      failure = fmt::format("{}: {}", request.strategies[place].name, failed->message);
    else
      makespans.at(place) = std::get<Completed>(result.outcome).metrics["makespan"];
  });
  if (!failure.empty() || makespans[1] <= 0) return {0, failure.empty() ? "it was given up" : failure};
  return {makespans[0] / makespans[1]};
}

}  // namespace palio
