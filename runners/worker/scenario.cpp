#include "runners/worker/scenario.h"

#include <cmath>
#include <span>

#include "core/shortage.h"
#include "runners/ptg_metrics.h"
#include "runners/worker/activity_note.h"
#include "runners/worker/bag_scenario.h"
#include "runners/worker/file_scenario.h"
#include "strategies/schedule_validator.h"

namespace palio {
namespace {

Failure invalid(const std::string& where, const std::string& violation) {
  return {FailureKind::invalid_schedule, 0, where + ": " + violation, {}};
}

// A scenario, or what it is held against.
enum class Role { scenario, reference };

// What a process needs to know to carry out one scenario.
struct Assignment {
  Role role;
  const Platform& platform;
  const Workload& workload;
  Simulator& simulator;
  const Strategy& strategy;
  const Parameters& parameters;
  std::span<const double> dedicated;  // makespans by application, s; empty: no yardstick
};

// Fills the times as far as the scenario gets, so that a failure tells its cost, too.
Outcome run(const Assignment& given, Detail detail, ScenarioReply& reply) {
  const auto& [role, platform, workload, simulator, chosen, parameters, dedicated] = given;
  check_platform(chosen, platform);
  check_workload(chosen, workload);
  if (role == Role::scenario) note(Activity::scheduling);
  const double begin = cpu_clock();
  SchedulingResult scheduled = chosen.schedule(platform, workload, parameters);
  reply.schedule_time = cpu_clock() - begin;
  if (const auto violation = find_violation(platform, workload, scheduled.schedule, chosen.communication))
    return invalid("planned schedule", *violation);

  if (role == Role::scenario) note(Activity::simulating);
  const double simulation_begin = cpu_clock();
  Execution execution = simulator.run(workload, scheduled.schedule);
  reply.simulation_time = cpu_clock() - simulation_begin;
  if (const auto violation = find_simulated_violation(platform, workload, execution.schedule, execution.transfers))
    return invalid("simulated schedule", *violation);

  Completed completed = ptg_metrics(platform, workload, scheduled.schedule, execution, dedicated);
  for (const MetricInfo& info : metric_table())
    if (const double extra = scheduled.extra[info]; !std::isnan(extra)) completed.metrics[info] = extra;
  if (detail == Detail::schedule) reply.detail = GraphSchedule{std::move(scheduled.schedule), std::move(execution)};
  return completed;
}

// Whatever `run` throws becomes a named failure, except for what the machine lacks.
template <class Run>
ScenarioReply guarded(Run run) {
  ScenarioReply reply;
  try {
    reply.outcome = run(reply);
  } catch (const Shortage&) {
    throw;
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

// The instance's, or one of this process, which ends too soon to take it down.
Simulator& simulator_of(const GraphInstance& instance, const std::string& trace) {
  return instance.simulator ? *instance.simulator : *make_simulator(instance, trace).release();
}

// Nothing where there is no yardstick or nobody measured by it.
const DedicatedMakespans* dedicated_makespans(const GraphInstance& instance, const Strategy& strategy,
                                              const Parameters& parameters) {
  const std::optional<Recipe> yardstick = dedicated_recipe(strategy, parameters);
  if (!yardstick) return nullptr;
  const auto found = instance.dedicated.find(canonical_text(*yardstick));
  return found == instance.dedicated.end() ? nullptr : &found->second;
}

ScenarioReply run_graphs(const GraphInstance& instance, const Strategy& strategy, const Parameters& parameters,
                         const Wanted& wanted) {
  const DedicatedMakespans* dedicated = dedicated_makespans(instance, strategy, parameters);
  std::span<const double> makespans;
  if (dedicated != nullptr) {
    if (const auto* failure = std::get_if<Failure>(dedicated)) return {*failure, 0, 0, std::nullopt};
    makespans = std::get<std::vector<double>>(*dedicated);
  }
  return guarded([&](ScenarioReply& reply) {
    Simulator& simulator = simulator_of(instance, wanted.trace);
    return run({Role::scenario, instance.platform, instance.workload, simulator, strategy, parameters, makespans},
               wanted.detail, reply);
  });
}

void check_kinds(const Strategy& strategy, const AnyPlatform& platform, const AnyWorkload& workload) {
  check_platform(strategy, platform);
  check_workload(strategy, workload);
}

}  // namespace

ScenarioReply run_scenario(const BuiltInstance& instance, const Recipe& recipe, Detail detail) {
  return run_strategy(instance, strategy(recipe.name), recipe.parameters, detail);
}

ScenarioReply run_strategy(const BuiltInstance& instance, const Strategy& strategy, const Parameters& parameters,
                           Detail detail) {
  const Wanted wanted{detail, instance.trace};
  if (const auto* graphs = std::get_if<GraphInstance>(&instance.content))
    return run_graphs(*graphs, strategy, parameters, wanted);
  return guarded([&](ScenarioReply& reply) {
    if (const auto* bags = std::get_if<BagInstance>(&instance.content)) {
      check_kinds(strategy, bags->star, bags->batch);
      return run_bags(*bags, strategy, parameters, wanted, reply);
    }
    const auto& files = std::get<FileInstance>(instance.content);
    check_kinds(strategy, files.star, files.tasks);
    return run_files(files, strategy, parameters, wanted, reply);
  });
}

ScenarioReply run_alone(const GraphInstance& instance, const Recipe& recipe, std::size_t application) {
  Workload alone{{instance.workload.applications[application]}};
  alone.applications.front().release_date = 0;
  return guarded([&](ScenarioReply& reply) {
    Simulator& simulator = simulator_of(instance, {});
    return run({Role::reference, instance.platform, alone, simulator, strategy(recipe.name), recipe.parameters, {}},
               Detail::metrics, reply);
  });
}

}  // namespace palio
