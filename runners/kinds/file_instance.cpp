#include "runners/kinds/instances.h"

#include <set>
#include <utility>

#include "runners/kinds/least_time.h"
#include "runners/kinds/steps.h"
#include "strategies/bounds/instance_bounds.h"
#include "strategies/files/file_schedule.h"
#include "strategies/files/scalability/scalability.h"

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

class SharedFileInstance final : public KindInstance {
public:
  using Method = FileMethod;

  SharedFileInstance(Star star, SharedFileTasks tasks, const std::string& /*trace*/, SimulateFiles simulate)
      : star_(std::move(star)), tasks_(std::move(tasks)), simulate_(std::move(simulate)) {
    check_times(star_, tasks_);
    if (!tasks_.uncertainty.is_certain())
      realizations_.emplace(star_, static_cast<std::size_t>(tasks_.task_count()), tasks_.uncertainty);
  }

  Outcome run(const Strategy& strategy, const Parameters& parameters, const Wanted& wanted,
              ScenarioReply& reply) const override {
    const auto& method = method_for<FileMethod>(strategy, star_, tasks_);
    require_realization(wanted.realization, realizations_ ? realizations_->count() : 0);
    SharedFileTasks tasks;
    const std::unique_ptr<FilePolicy> policy = timed(Activity::scheduling, reply.schedule_time, [&] {
      tasks = method.settled_workload(strategy.name, parameters, star_, tasks_);
      return method.policy(star_, tasks, parameters);
    });
    std::vector<double> makespans;
    FileSchedule shown;
    FileSchedule schedule = timed(Activity::simulating, reply.simulation_time, [&] {
      if (realizations_) makespans = realized_makespans(method, tasks, parameters, wanted, shown);
      return simulate_(star_, tasks, *policy, wanted.detail, wanted.trace, Turn::last);
    });
    if (const auto violation = find_file_violation(star_, tasks, schedule))
      return invalid("simulated schedule", *violation);
    Completed completed{measured(star_, tasks, schedule, policy->tree().supervisors)};
    if (method.makespan != nullptr)
      if (const auto predicted = method.makespan(star_, tasks, tasks.task_count(), parameters))
        completed.metrics["predicted_makespan"] = *predicted;
    if (realizations_) add_realized_metrics(makespans, schedule.makespan, completed.metrics);
    if (wanted.detail != Detail::metrics) completed.realizations = without_replans(makespans);
    hold_against(bounds_of(star_, tasks), completed.metrics);
    if (wanted.detail == Detail::schedule) reply.detail = std::move(wanted.realization < 0 ? schedule : shown);
    return completed;
  }

private:
  // Of each realization, and the schedule of the wanted one. A policy is begun anew in each, with the estimates.
  std::vector<double> realized_makespans(const FileMethod& method, SharedFileTasks tasks, const Parameters& parameters,
                                         const Wanted& wanted, FileSchedule& shown) const {
    const SharedFileTasks estimated = tasks;
    std::vector<double> makespans;
    for (int r = 0; r < realizations_->count(); ++r) {
      const Star star = realizations_->realized(r, star_);
      const auto factors = realizations_->durations(r);
      tasks.factors.assign(factors.begin(), factors.end());
      const Detail detail = r == wanted.realization ? wanted.detail : Detail::metrics;
      FileSchedule schedule =
          simulate_(star, tasks, *method.policy(star_, estimated, parameters), detail, {}, Turn::before);
      if (const auto violation = find_file_violation(star, tasks, schedule))
        throw InvalidExecution(fmt::format("realization {}: {}", r, *violation));
      makespans.push_back(schedule.makespan);
      if (r == wanted.realization) shown = std::move(schedule);
    }
    return makespans;
  }

  Star star_;
  SharedFileTasks tasks_;  // their number may be open
  SimulateFiles simulate_;
  std::optional<StarRealizations> realizations_;  // of an uncertain workload
};

}  // namespace

RowFor<SharedFileTasks, InstanceKind> file_instances(SimulateFiles simulate) {
  return instance_kind<SharedFileInstance>(std::move(simulate));
}

}  // namespace palio
