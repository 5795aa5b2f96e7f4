#include "runners/kinds/policy_execution.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.h"
#include "runners/kinds/steps.h"
#include "strategies/ptg/online/rest.h"
#include "strategies/ptg/schedule_validator.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

constexpr double k_never = std::numeric_limits<double>::infinity();

// Every task with the mean work, or mean time on each cluster, of its graph.
Workload all_alike(Workload workload) {
  for (Application& application : workload.applications) {
    const TaskGraph estimated = application.graph;
    double mean = 0;
    const auto size = [](const Task& task) { return task.times.empty() ? task.flop : task.times.front(); };
    for (const Task& task : estimated.tasks()) mean += size(task) / static_cast<double>(estimated.tasks().size());
    std::vector<double> factors;
    for (const Task& task : estimated.tasks()) factors.push_back(mean / size(task));
    application.graph.scale(estimated, factors, {});
  }
  return workload;
}

}  // namespace

PolicyExecution::PolicyExecution(const Platform& platform, const Workload& estimated, const Realizations& realizations,
                                 GraphSimulator& simulator, const Strategy& strategy, const Parameters& parameters)
    : platform_(platform),
      estimated_(estimated),
      realizations_(realizations),
      simulator_(simulator),
      method_(method_for<GraphMethod>(strategy, platform, estimated)),
      parameters_(parameters),
      policy_(policy_of(strategy.name, parameters)),
      told_platform_(platform),
      told_(policy_.knowledge == Knowledge::none ? all_alike(estimated) : estimated),
      realized_(estimated) {
  for (const Application& application : estimated.applications)
    planned_end_.emplace_back(application.graph.tasks().size(), 0);
}

Schedule PolicyExecution::planned(const Workload& workload) const {
  Schedule plan = method_.schedule(told_platform_, workload, parameters_).schedule;
  if (const auto violation = find_violation(told_platform_, workload, plan, method_.terms.communication))
    throw InvalidExecution("planned schedule: " + *violation);
  return plan;
}

// The first date after `last` at which the policy plans again.
double PolicyExecution::next_trigger(const Schedule& executed, double last) const {
  if (policy_.replan == Replan::never) return k_never;
  if (policy_.replan == Replan::period) return policy_.period * (std::floor(last / policy_.period) + 1);
  double next = k_never;
  for (std::size_t app = 0; app < executed.placements.size(); ++app)
    for (std::size_t task = 0; task < executed.placements[app].size(); ++task) {
      const Placement& placed = executed.placements[app][task];
      if (placed.finish <= last || placed.finish >= next) continue;
      const Task& told = told_.applications[app].graph.task(static_cast<int>(task));
      const double time = execution_time(told, static_cast<int>(placed.processors.size()), placed.cluster,
                                         told_platform_.clusters[placed.cluster].speed);
      const bool is_late = std::abs(placed.finish - planned_end_[app][task]) > policy_.tolerance * time;
      if (policy_.replan == Replan::completion || is_late) next = placed.finish;
    }
  return next;
}

void PolicyExecution::note_plan(const Rest& rest, const Schedule& plan) {
  for (std::size_t i = 0; i < rest.remaining.application.size(); ++i)
    for (std::size_t task = 0; task < rest.remaining.task[i].size(); ++task)
      planned_end_[rest.remaining.application[i]][rest.remaining.task[i][task]] = plan.placements[i][task].finish;
}

PolicyExecution::Executed PolicyExecution::execute(int realization, const Schedule& plan) {
  Schedule schedule = plan;
  if (policy_.knowledge == Knowledge::exact) realizations_.tell(realization, estimated_, told_platform_, told_);
  if (policy_.knowledge != Knowledge::estimate) schedule = planned(told_);
  for (std::size_t app = 0; app < planned_end_.size(); ++app)
    for (std::size_t task = 0; task < planned_end_[app].size(); ++task)
      planned_end_[app][task] = schedule.placements[app][task].finish;
  Executed result;
  double last = 0;  // s
  while (true) {
    realizations_.realize(realization, estimated_, schedule, realized_);
    result.execution = simulator_.run_before(realized_, schedule);
    const double now = next_trigger(result.execution.schedule, last);
    const Rest rest = now == k_never ? Rest{} : rest_of(told_platform_, told_, result.execution.schedule, now);
    if (rest.is_empty()) break;
    const Schedule again = planned(rest.remaining.open);
    note_plan(rest, again);
    schedule = continued(platform_, realized_, result.execution.schedule, rest, again, now + policy_.decision_time);
    ++result.decisions;
    last = now;
  }
  if (const auto violation =
          find_simulated_violation(platform_, realized_, result.execution.schedule, result.execution.transfers))
    throw InvalidExecution(fmt::format("realization {}: {}", realization, *violation));
  return result;
}

}  // namespace palio
