#include "runners/worker/file_scenario.h"

#include <set>
#include <utility>

#include "runners/simgrid/file_simulation.h"
#include "runners/worker/activity_note.h"
#include "strategies/files/file_validator.h"
#include "strategies/files/scalability/isoefficiency.h"
#include "strategies/files/scalability/scalability.h"
#include "strategies/files/scalability/task_times.h"

namespace palio {
namespace {

MetricValues measured(const Star& star, const SharedFileTasks& tasks, const FileSchedule& schedule, int supervisors) {
  MetricValues metrics;
  std::set<int> used;
  for (const FileTaskRun& run : schedule.tasks) used.insert(run.worker);
  const auto workers = static_cast<int>(star.workers.size());
  const double sequential = sequential_makespan(mean_times(star, tasks), tasks.task_count(),
                                                static_cast<std::int64_t>(tasks.file_bytes.size()));
  metrics["makespan"] = schedule.makespan;
  metrics["sequential_makespan"] = sequential;
  metrics["efficiency"] = efficiency(sequential, schedule.makespan, workers);
  metrics["processors"] = workers;
  metrics["processors_used"] = static_cast<double>(used.size());
  metrics["task_count"] = tasks.task_count();
  metrics["supervisors"] = supervisors;
  return metrics;
}

}  // namespace

Outcome run_files(const FileInstance& instance, const Strategy& strategy, const Parameters& parameters,
                  const Wanted& wanted, ScenarioReply& reply) {
  const Star& star = instance.star;
  note(Activity::scheduling);
  const double begin = cpu_clock();
  const SharedFileTasks tasks = counted_tasks(strategy, parameters, star, instance.tasks);
  const std::unique_ptr<FilePolicy> policy = strategy.file_policy(star, tasks, parameters);
  reply.schedule_time = cpu_clock() - begin;
  note(Activity::simulating);
  const double simulation_begin = cpu_clock();
  FileSchedule schedule = simulate_files(star, tasks, *policy, wanted.detail, wanted.trace);
  reply.simulation_time = cpu_clock() - simulation_begin;
  if (const auto violation = find_file_violation(star, tasks, schedule))
    return Failure{FailureKind::invalid_schedule, 0, "simulated schedule: " + *violation, {}};
  Completed completed{measured(star, tasks, schedule, policy->tree().supervisors), {}};
  if (const auto predicted = strategy.file_makespan(star, tasks, tasks.task_count(), parameters))
    completed.metrics["predicted_makespan"] = *predicted;
  if (wanted.detail == Detail::schedule) reply.detail = std::move(schedule);
  return completed;
}

}  // namespace palio
