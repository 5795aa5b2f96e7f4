#include "runners/worker/scenario.h"

#include <cmath>

#include "runners/ptg_metrics.h"
#include "strategies/schedule_validator.h"

namespace palio {
namespace {

Failure invalid(const std::string& where, const std::string& violation) {
  return {FailureKind::invalid_schedule, 0, where + ": " + violation, {}};
}

// Fills the times as far as the scenario gets, so that a failure tells its cost, too.
Outcome run(const BuiltInstance& instance, const Strategy& chosen, const Parameters& parameters, Detail detail,
            ScenarioReply& reply) {
  const auto& [platform, workload, simulator, simulator_time, build_time] = instance;
  check_platform(chosen, platform);
  check_batch(chosen, workload.applications.size());
  const double begin = cpu_clock();
  SchedulingResult scheduled = chosen.schedule(platform, workload, parameters);
  reply.schedule_time = cpu_clock() - begin;
  if (const auto violation = find_violation(platform, workload, scheduled.schedule, chosen.communication))
    return invalid("planned schedule", *violation);

  const double simulation_begin = cpu_clock();
  Execution execution = simulator->run(workload, scheduled.schedule);
  reply.simulation_time = cpu_clock() - simulation_begin;
  if (const auto violation = find_simulated_violation(platform, workload, execution.schedule, execution.transfers))
    return invalid("simulated schedule", *violation);

  Completed completed = ptg_metrics(platform, workload, scheduled.schedule, execution);
  for (const MetricInfo& info : metric_table())
    if (!std::isnan(scheduled.extra[info.metric])) completed.metrics[info.metric] = scheduled.extra[info.metric];
  if (detail == Detail::schedule) reply.detail = {std::move(scheduled.schedule), std::move(execution)};
  return completed;
}

}  // namespace

ScenarioReply run_scenario(const BuiltInstance& instance, const Recipe& recipe, Detail detail) {
  return run_strategy(instance, strategy(recipe.name), recipe.parameters, detail);
}

ScenarioReply run_strategy(const BuiltInstance& instance, const Strategy& strategy, const Parameters& parameters,
                           Detail detail) {
  ScenarioReply reply;
  try {
    reply.outcome = run(instance, strategy, parameters, detail, reply);
  } catch (const NoSchedule& error) {
    reply.outcome = Failure{FailureKind::no_schedule, 0, error.what(), {}};
  } catch (const Deadlock& error) {
    reply.outcome = Failure{FailureKind::deadlock, 0, error.what(), {}};
  } catch (const std::exception& error) {
    reply.outcome = Failure{FailureKind::exception, 0, error.what(), {}};
  } catch (...) {
    reply.outcome = Failure{FailureKind::exception, 0, "something that is not a std::exception was thrown", {}};
  }
  return reply;
}

}  // namespace palio
