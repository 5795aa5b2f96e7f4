#include "runners/kinds/instances.h"

#include <cmath>
#include <optional>
#include <utility>

#include "runners/kinds/least_time.h"
#include "runners/kinds/policy_execution.h"
#include "runners/kinds/steps.h"
#include "strategies/ptg/known_schedule.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/registry.h"

namespace palio {

// One simulation: of the scenario itself, or of one application alone as a reference.
struct GraphInstance::Course {
  const Workload& workload;
  GraphSimulator& simulator;
  std::span<const double> dedicated = {};  // makespans by application, s; empty: no yardstick
  Activity scheduling = Activity::scheduling;
  Activity simulating = Activity::simulating;
  const Realizations* realizations = nullptr;  // null: none
  int shown = -1;                              // the realization whose schedule is wanted; -1: none
};

// What became of a plan in all realizations.
struct GraphInstance::Realized {
  MetricValues metrics = {};
  std::vector<RealizationMetrics> each = {};
  std::optional<Execution> shown = {};
};

int most_dates(const Workload& workload) {
  constexpr std::size_t k_moves = 20;  // of one task whose data arrives later

  std::size_t dates = 0;
  for (const Application& application : workload.applications) {
    dates += 2 + application.graph.tasks().size();
    if (!workload.uncertainty.is_certain()) dates += application.graph.tasks().size() * k_moves;
  }
  return static_cast<int>(dates);
}

GraphInstance::GraphInstance(Platform platform, Workload workload, const std::string& trace, MakeSimulator make)
    : platform_(std::move(platform)),
      workload_(std::move(workload)),
      bounds_(bounds_of(platform_, workload_)),
      make_(std::move(make)) {
  check_times(platform_, workload_);
  check_reference(platform_, workload_);
  if (!workload_.uncertainty.is_certain()) realizations_.emplace(platform_, workload_);
  const double begin = cpu_clock();
  if (trace.empty()) simulator_ = make_simulator({});
  simulator_time_ = cpu_clock() - begin;
}

std::unique_ptr<GraphSimulator> GraphInstance::make_simulator(const std::string& trace) const {
  return make_(platform_, most_dates(workload_), trace);
}

// The instance's simulator, or one for this process, which is never destroyed: the process ends soon.
GraphSimulator& GraphInstance::simulator_for(const std::string& trace) const {
  return simulator_ ? *simulator_ : *make_simulator(trace).release();
}

GraphInstance::Realized GraphInstance::realized(const Course& course, const Strategy& strategy,
                                                const Parameters& parameters, const Schedule& planned) const {
  PolicyExecution execution(platform_, workload_, course.realizations, course.simulator, strategy, parameters);
  Parameters knowing = parameters;
  knowing[std::string(k_knowledge.name)] = std::string(k_knowledges[static_cast<std::size_t>(Knowledge::exact)]);
  const bool finds_regret = text_of(parameters, k_hindsight) == k_off_on[1];
  std::optional<PolicyExecution> known;
  if (finds_regret) known.emplace(platform_, workload_, course.realizations, course.simulator, strategy, knowing);
  const int count = course.realizations->count();
  const double predicted = execution.predicted_makespan(planned);
  Realized realized;
  std::vector<double> makespans;
  double decisions = 0, regret = 0;
  for (int r = 0; r < count; ++r) {
    PolicyExecution::Executed executed = execution.execute(r, planned);
    makespans.push_back(makespan_of(executed.execution.schedule));
    decisions += executed.decisions;
    if (finds_regret) regret += makespans.back() / makespan_of(known->execute(r, planned).execution.schedule);
    realized.each.push_back({makespans.back(), executed.decisions});
    if (r == course.shown) realized.shown = std::move(executed.execution);
  }
  add_realized_metrics(makespans, predicted, realized.metrics);
  realized.metrics["predicted_makespan"] = predicted;
  realized.metrics["replans"] = decisions / count;
  if (finds_regret) realized.metrics["regret"] = regret / count;
  realized.metrics["slack"] = mean_slack(platform_, workload_, planned);
  return realized;
}

Outcome GraphInstance::carry_out(const Course& course, const Strategy& strategy, const Parameters& parameters,
                                 Detail detail, ScenarioReply& reply) const {
  const Workload& workload = course.workload;
  const auto& method = method_for<GraphMethod>(strategy, platform_, workload);
  SchedulingResult scheduled =
      timed(course.scheduling, reply.schedule_time, [&] { return method.schedule(platform_, workload, parameters); });
  if (const auto violation = find_violation(platform_, workload, scheduled.schedule, method.terms.communication))
    return invalid("planned schedule", *violation);

  std::optional<Schedule> decided;
  double deciding = 0, realizing = 0;  // s
  if (method.begin)
    decided = timed(course.simulating, deciding, [&] {
      return PolicyExecution(platform_, workload, nullptr, course.simulator, strategy, parameters)
          .decided_as_estimated(scheduled.schedule);
    });
  if (decided && platform_.interconnect == Interconnect::mesh && !has_contention(platform_))
    scheduled.schedule = *decided;  // nothing contends: it comes to this
  Realized happened;
  if (course.realizations != nullptr)
    happened =
        timed(course.simulating, realizing, [&] { return realized(course, strategy, parameters, scheduled.schedule); });
  Execution execution = timed(course.simulating, reply.simulation_time,
                              [&] { return course.simulator.run(workload, decided ? *decided : scheduled.schedule); });
  reply.simulation_time += deciding + realizing;
  if (const auto violation = find_simulated_violation(platform_, workload, execution.schedule, execution.transfers))
    return invalid("simulated schedule", *violation);

  Completed completed = ptg_metrics(platform_, workload, scheduled.schedule, execution, course.dedicated);
  for (const MetricInfo& info : metric_table())
    for (const MetricValues* more : std::initializer_list<const MetricValues*>{&scheduled.extra, &happened.metrics})
      if (const double value = (*more)[info]; !std::isnan(value)) completed.metrics[info] = value;
  if (detail != Detail::metrics) completed.realizations = std::move(happened.each);
  if (detail == Detail::schedule)
    reply.detail = GraphSchedule{std::move(scheduled.schedule),
                                 happened.shown ? std::move(*happened.shown) : std::move(execution)};
  return completed;
}

// Null if there is no yardstick, or no makespans for it.
const DedicatedMakespans* GraphInstance::dedicated_for(const Strategy& strategy, const Parameters& parameters) const {
  const std::optional<Recipe> yardstick = dedicated_recipe(strategy, parameters);
  if (!yardstick) return nullptr;
  const auto found = dedicated_.find(canonical_text(*yardstick));
  return found == dedicated_.end() ? nullptr : &found->second;
}

Outcome GraphInstance::run(const Strategy& strategy, const Parameters& parameters, const Wanted& wanted,
                           ScenarioReply& reply) const {
  if (no_optimum_) return *no_optimum_;
  std::span<const double> makespans;
  if (const DedicatedMakespans* dedicated = dedicated_for(strategy, parameters)) {
    if (const auto* failure = std::get_if<Failure>(dedicated)) return *failure;
    makespans = std::get<std::vector<double>>(*dedicated);
  }
  require_realization(wanted.realization, realizations_ ? realizations_->count() : 0);
  const Course course{.workload = workload_,
                      .simulator = simulator_for(wanted.trace),
                      .dedicated = makespans,
                      .realizations = realizations_ ? &*realizations_ : nullptr,
                      .shown = wanted.realization};
  Outcome outcome = carry_out(course, strategy, parameters, wanted.detail, reply);
  if (auto* completed = std::get_if<Completed>(&outcome)) hold_against(bounds_, completed->metrics);
  return outcome;
}

Reference GraphInstance::makespan(const Recipe& yardstick, const Workload& workload) const {
  const Course course{workload, simulator_for({}), {}, Activity::references, Activity::references};
  ScenarioReply reply;
  const Outcome outcome = carry_out(course, strategy(yardstick.name), yardstick.parameters, Detail::metrics, reply);
  if (const auto* failure = std::get_if<Failure>(&outcome)) return *failure;
  return std::get<Completed>(outcome).metrics["makespan"];
}

DedicatedMakespans GraphInstance::measured(const Recipe& yardstick, const Measure& measure) const {
  std::vector<double> makespans;
  for (std::size_t app = 0; app < workload_.applications.size(); ++app) {
    Workload alone{{workload_.applications[app]}};
    alone.applications.front().release_date = 0;
    Reference found = measure([&] { return makespan(yardstick, alone); });
    if (auto* failure = std::get_if<Failure>(&found)) {
      failure->message = fmt::format("application {} alone, by {}: {}", app, yardstick.name, failure->message);
      return std::move(*failure);
    }
    makespans.push_back(std::get<double>(found));
  }
  return makespans;
}

void GraphInstance::find_optimum(const Measure& measure) {
  Reference found = measure([&] { return makespan({"Exact", {}}, workload_); });
  if (const auto* optimum = std::get_if<double>(&found))
    bounds_.reference = *optimum;
  else
    no_optimum_ = Failure(std::get<Failure>(std::move(found)));
  if (no_optimum_) no_optimum_->message = fmt::format("the optimum, by Exact: {}", no_optimum_->message);
}

void GraphInstance::add_references(const StrategySet& known, const std::vector<Recipe>& strategies,
                                   const Measure& measure) {
  if (workload_.reference_source == ReferenceSource::exact) find_optimum(measure);
  if (workload_.applications.size() < 2) return;
  for (const Recipe& recipe : strategies) {
    const std::optional<Recipe> yardstick = dedicated_recipe(known.named(recipe.name), recipe.parameters);
    if (!yardstick) continue;
    const auto [place, is_new] = dedicated_.try_emplace(canonical_text(*yardstick));
    if (is_new) place->second = measured(*yardstick, measure);
  }
}

}  // namespace palio
