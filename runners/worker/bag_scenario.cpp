#include "runners/worker/bag_scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "runners/batch_metrics.h"
#include "runners/simgrid/bag_simulation.h"
#include "runners/worker/activity_note.h"
#include "strategies/bags/bag_validator.h"

namespace palio {
namespace {

constexpr double k_optimum_tolerance = 2e-6;  // twice that of the search for it

std::vector<ApplicationMetrics> applications_of(const BagInstance& instance, const BagSchedule& schedule) {
  std::vector<ApplicationMetrics> applications;
  for (std::size_t k = 0; k < instance.batch.applications.size(); ++k)
    applications.push_back({instance.batch.applications[k].release_date, std::numeric_limits<double>::infinity(), 0,
                            instance.dedicated[k]});
  for (const BagTask& task : schedule.tasks) {
    ApplicationMetrics& application = applications[static_cast<std::size_t>(task.application)];
    application.start = std::min(application.start, task.start);
    application.finish = std::max(application.finish, task.finish);
  }
  return applications;
}

double sequential_makespan(const BagInstance& instance) {
  double flop = 0;
  for (const BagOfTasks& bag : instance.batch.applications) flop += bag.tasks * bag.flop;
  return flop / std::ranges::max_element(instance.star.workers, {}, &Worker::speed)->speed;
}

Completed measured(const BagInstance& instance, const BagSchedule& schedule) {
  Completed completed;
  completed.applications = applications_of(instance, schedule);
  MetricValues& metrics = completed.metrics;
  add_batch_metrics(completed.applications, metrics);
  std::set<int> used;
  for (const BagTask& task : schedule.tasks) used.insert(task.worker);
  metrics["makespan"] = std::ranges::max_element(completed.applications, {}, &ApplicationMetrics::finish)->finish -
                        instance.batch.applications.front().release_date;
  metrics["sequential_makespan"] = sequential_makespan(instance);
  metrics["processors"] = static_cast<double>(instance.star.workers.size());
  metrics["processors_used"] = static_cast<double>(used.size());
  metrics["task_count"] = static_cast<double>(schedule.tasks.size());
  if (completed.applications.size() == 1) completed.applications.clear();
  return completed;
}

}  // namespace

Outcome run_bags(const BagInstance& instance, const Strategy& strategy, const Parameters& parameters,
                 const Wanted& wanted, ScenarioReply& reply) {
  if (const auto* failure = std::get_if<Failure>(&instance.optimum)) return *failure;
  note(Activity::scheduling);
  const double begin = cpu_clock();
  const std::unique_ptr<BagPolicy> policy = strategy.bag_policy(instance.star, instance.batch, parameters);
  reply.schedule_time = cpu_clock() - begin;
  const double planned_before = policy->lp_use().time;
  note(Activity::simulating);
  const double simulation_begin = cpu_clock();
  BagSchedule schedule = simulate_bags(instance.star, instance.batch, *policy, wanted.trace);
  const BagPolicy::LpUse lp = policy->lp_use();
  reply.simulation_time = cpu_clock() - simulation_begin;
  if (const auto violation = find_bag_violation(instance.star, instance.batch, schedule))
    return Failure{FailureKind::invalid_schedule, 0, "simulated schedule: " + *violation, {}};

  Completed completed = measured(instance, schedule);
  MetricValues& metrics = completed.metrics;
  const double optimum = std::get<double>(instance.optimum);
  metrics["optimal_max_stretch"] = optimum;
  metrics["relative_max_stretch"] = metrics["max_stretch"] / optimum;
  if (metrics["relative_max_stretch"] < 1 - k_optimum_tolerance)
    return Failure{FailureKind::invalid_schedule,
                   0,
                   fmt::format("the maximum stretch {} is below the optimum {}", metrics["max_stretch"], optimum),
                   {}};
  if (lp.count > 0) {
    metrics["lp_count"] = lp.count;
    reply.lp_time = lp.time;
    const double online = lp.time - planned_before;  // what was solved while the simulation ran
    reply.schedule_time += online;
    reply.simulation_time -= online;
  }
  if (wanted.detail == Detail::schedule) reply.detail = std::move(schedule);
  return completed;
}

}  // namespace palio
