#include "runners/kinds/policy_execution.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "runners/kinds/instances.h"
#include "runners/kinds/steps.h"
#include "strategies/model/dates.h"
#include "strategies/ptg/online/rest.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/ptg/sent_data.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

// Every task with the mean work, or the mean time on each cluster, of its graph; under its own speed-up law.
Workload all_alike(Workload workload) {
  for (Application& application : workload.applications) {
    std::vector<Task> tasks(application.graph.tasks().begin(), application.graph.tasks().end());
    const auto count = static_cast<double>(tasks.size());
    double flop = 0;
    std::vector<double> times(tasks.front().times.size(), 0);
    for (const Task& task : tasks) {
      flop += task.flop / count;
      for (std::size_t cluster = 0; cluster < times.size(); ++cluster) times[cluster] += task.times[cluster] / count;
    }
    for (Task& task : tasks) {
      task.flop = flop;
      task.times = times;
    }
    application.graph =
        TaskGraph(std::move(tasks), {application.graph.edges().begin(), application.graph.edges().end()});
  }
  return workload;
}

// Whether a task starts at this date or later, or is undecided.
bool has_open(const Schedule& executed, double date) {
  return std::ranges::any_of(executed.placements, [&](const std::vector<Placement>& placements) {
    return std::ranges::any_of(placements,
                               [&](const Placement& placed) { return placed.cluster < 0 || !(placed.start < date); });
  });
}

}  // namespace

PolicyExecution::PolicyExecution(const Platform& platform, const Workload& estimated, const Realizations* realizations,
                                 GraphSimulator& simulator, const Strategy& strategy, const Parameters& parameters)
    : platform_(platform),
      estimated_(estimated),
      realizations_(realizations),
      simulator_(simulator),
      method_(method_for<GraphMethod>(strategy, platform, estimated)),
      parameters_(parameters),
      policy_(realizations == nullptr ? Policy{.decision_time = decision_time_of(parameters)}
                                      : policy_of(strategy.name, parameters)),
      told_platform_(platform),
      told_(policy_.knowledge == Knowledge::none ? all_alike(estimated) : estimated),
      realized_(estimated),
      ends_(estimated) {
  for (const Application& application : estimated.applications)
    planned_end_.emplace_back(application.graph.tasks().size(), 0);
}

Schedule PolicyExecution::planned(const Workload& workload) const {
  Schedule plan = method_.schedule(told_platform_, workload, parameters_).schedule;
  if (const auto violation = find_violation(told_platform_, workload, plan, method_.terms.communication))
    throw InvalidExecution("planned schedule: " + *violation);
  return plan;
}

// The first date after `last` at which the policy decides.
double PolicyExecution::next_trigger(const Schedule& executed, double last) const {
  if (decides_at_run_time()) return next_event(estimated_, executed, ends_, last);
  if (policy_.replan == Replan::never) return k_never;
  if (policy_.replan == Replan::period) {
    const double number = std::floor(std::max(last, 0.0) / policy_.period) + 1;
    const double next = policy_.period * number;  // may be rounded to `last`
    return next > last ? next : policy_.period * (number + 1);
  }
  double next = k_never;
  for (std::size_t app = 0; app < executed.placements.size(); ++app)
    for (std::size_t task = 0; task < executed.placements[app].size(); ++task) {
      const Placement& placed = executed.placements[app][task];
      const double noticed = ends_.date(app, static_cast<int>(task), placed, placed.finish, last);
      if (noticed >= next) continue;
      const Task& told = told_.applications[app].graph.task(static_cast<int>(task));
      const double end = planned_end_[app][task];
      const bool is_late = (is_before(end, placed.finish) || is_before(placed.finish, end)) &&
                           std::abs(placed.finish - end) > policy_.tolerance * time_on(told_platform_, told, placed);
      if (policy_.replan == Replan::completion || is_late) next = noticed;
    }
  return next;
}

std::vector<Decision> PolicyExecution::decisions(const Situation& situation) const {
  if (method_.decide) return method_.decide(situation, parameters_);
  const Rest rest = rest_of(situation, Planned::ready);
  return rest.is_empty() ? std::vector<Decision>{} : decisions_of(rest, planned(rest.remaining.open));
}

std::optional<Schedule> PolicyExecution::decide(const Situation& situation) {
  const std::vector<Decision> taken = decisions(situation);
  if (taken.empty()) return std::nullopt;
  return decided(situation, taken);
}

std::optional<Schedule> PolicyExecution::plan_again(const Situation& situation) {
  const Rest rest = rest_of(situation);
  if (rest.is_empty()) return std::nullopt;
  const Schedule plan = planned(rest.remaining.open);
  for (std::size_t i = 0; i < rest.remaining.application.size(); ++i)
    for (std::size_t task = 0; task < rest.remaining.task[i].size(); ++task)
      planned_end_[rest.remaining.application[i]][rest.remaining.task[i][task]] = plan.placements[i][task].finish;
  return continued(situation.executed, rest, plan, situation.effect());
}

// The schedule after the next decision, whose date becomes `last`; empty if there is none.
std::optional<Schedule> PolicyExecution::next(const Schedule& executed, double& last) {
  last = ends_.last_noticed(executed, last);
  while (has_open(executed, last)) {
    const double now = next_trigger(executed, last);
    if (now == k_never) break;
    last = now;
    ends_.notice(executed, now);
    const Situation situation{told_platform_, told_, executed, now, policy_.decision_time};
    std::optional<Schedule> schedule = decides_at_run_time() ? decide(situation) : plan_again(situation);
    if (!schedule) continue;
    resend(situation, realized_, *schedule);
    return schedule;
  }
  check_all_decided(executed);
  return std::nullopt;
}

double PolicyExecution::predicted_makespan(const Schedule& plan) const {
  if (policy_.replan != Replan::ready) return makespan_of(plan);
  const auto decide = [this](const Situation& situation, const Parameters&) { return decisions(situation); };
  return makespan_of(planned_at_run_time(platform_, estimated_, parameters_, decide));
}

PolicyExecution::Executed PolicyExecution::execute(const Realize& realize, Schedule& schedule) {
  for (std::size_t app = 0; app < planned_end_.size(); ++app)
    for (std::size_t task = 0; task < planned_end_[app].size(); ++task)
      planned_end_[app][task] = schedule.placements[app][task].finish;
  ends_ = Ends(estimated_);
  Executed result;
  double last = 0;  // s
  if (decides_at_run_time()) {
    const Schedule nothing = undecided(estimated_);
    last = -1;
    schedule = *next(nothing, last);
    result.decisions = 1;
  }
  while (true) {
    realize(schedule);
    result.execution = simulator_.run_before(realized_, schedule);
    std::optional<Schedule> again = next(result.execution.schedule, last);
    if (!again) break;
    schedule = std::move(*again);
    ++result.decisions;
  }
  return result;
}

PolicyExecution::Executed PolicyExecution::execute(int realization, const Schedule& plan) {
  if (policy_.knowledge == Knowledge::exact) realizations_->tell(realization, estimated_, told_platform_, told_);
  const auto realize = [&](const Schedule& schedule) {
    realizations_->realize(realization, estimated_, schedule, realized_);
  };
  const bool plans_anew = policy_.knowledge != Knowledge::estimate && !decides_at_run_time();
  Schedule schedule = plans_anew ? planned(told_) : plan;
  Executed result = execute(realize, schedule);
  if (const auto violation =
          find_simulated_violation(platform_, realized_, result.execution.schedule, result.execution.transfers))
    throw InvalidExecution(fmt::format("realization {}: {}", realization, *violation));
  return result;
}

Schedule PolicyExecution::decided_as_estimated(const Schedule& plan) {
  Schedule schedule = plan;
  execute([](const Schedule&) {}, schedule);
  return schedule;
}

}  // namespace palio
