#include "campaign/run/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "campaign/costs/forecast.h"
#include "campaign/plan/job_order.h"
#include "campaign/session/this_machine.h"

namespace palio {
namespace {

using Clock = ProgressMeter::Clock;

Job make_job(const MissingJob& missing, const SessionScope& scope, const TimeLimits& time_limits, std::int64_t id,
             std::int64_t turn) {
  Job job;
  job.turn = turn;
  job.instance = missing.instance;
  job.time_limit = time_limits.limit(missing.instance, missing.strategies);
  job.request.id = id;
  job.request.platform = scope.study.platforms[missing.instance.platform];
  job.request.workload = scope.study.workloads[missing.instance.workload];
  job.request.time_limit = job.time_limit.seconds;
  job.request.memory_limit = scope.options.memory_limit.bytes;
  job.request.detail = scope.options.kept == Kept::realizations ? Detail::realizations : Detail::metrics;
  job.request.isolation = scope.options.isolation;
  job.request.known = scope.study.known;
  // Custom strategies last: Palio's own share one process.
  std::vector<std::uint32_t> strategies = missing.strategies;
  std::stable_partition(strategies.begin(), strategies.end(), [&](std::uint32_t s) {
    return scope.study.known.code_of(scope.study.strategies[s].name) == nullptr;
  });
  for (const std::uint32_t s : strategies) {
    const ScenarioId scenario{scope.ids.platforms[missing.instance.platform],
                              scope.ids.workloads[missing.instance.workload], scope.ids.strategies[s]};
    job.request.strategies.push_back(scope.study.strategies[s]);
    job.scenarios.push_back({scenario, s, scope.stored.retries.attempt(scenario) + 1});
  }
  return job;
}

// Adds to a failure at a limit where the limit comes from and how to lift it.
void explain_limit(Outcome& outcome, const Job& job, const MemoryLimit& memory) {
  auto* failure = std::get_if<Failure>(&outcome);
  if (failure == nullptr) return;
  if (failure->kind == FailureKind::timeout) failure->message += fmt::format(" ({})", explanation(job.time_limit));
  if (failure->kind == FailureKind::out_of_memory && memory.bytes > 0)
    failure->message += fmt::format(" ({})", explanation(memory));
}

// The way of scenarios from the plan to the writer.
class Pipeline {
public:
  Pipeline(const SessionScope& scope, ProgressMeter& meter, ResultWriter& writer)
      : scope_(scope),
        writer_(writer),
        forecast_(scope.study, scope.options.selection, scope.stored.done, scope.stored.costs,
                  slots(scope.options.jobs), meter),
        missing_(scope.study, scope.options.selection, scope.stored.done, scope.ids),
        order_([this] { return missing_.next(); },
               [this](const Instance& instance, std::size_t s) { return forecast_.predict(instance, s); },
               [this] { return forecast_.generation(); }, scope.options.jobs),
        time_limits_(scope.study, scope.options.time_limit),
        failures_(scope.options.max_failures) {
    for (const CostObservation& seen : scope.stored.costs.stored)
      time_limits_.add(seen.instance, seen.strategy, seen.cost);
  }

  void execute(Interruption& interruption) {
    Executor executor(scope_.options.jobs, scope_.options.make_runner);
    const OnSecondSignal stop(interruption, [&] {
      executor.abort();
      writer_.stop_waiting();
    });
    executor.run([&] { return interruption.requested() || failures_.reached() ? std::vector<Job>() : next(); },
                 [&](const Job& job, const JobScenario& scenario, ScenarioResult result) {
                   take(job, scenario, std::move(result));
                 });
  }

  const FailureWatch& failures() const { return failures_; }

private:
  static Forecast::Slots slots(int jobs) { return {jobs, std::min(1.0, static_cast<double>(cores()) / jobs)}; }

  std::vector<Job> next() {
    const std::vector<MissingJob> few = order_.next_few();
    const std::int64_t turn = next_id_;
    std::vector<Job> jobs;
    for (const MissingJob& missing : few) jobs.push_back(make_job(missing, scope_, time_limits_, next_id_++, turn));
    if (!few.empty()) forecast_.begin(turn, few, Clock::now());
    return jobs;
  }

  void take(const Job& job, const JobScenario& scenario, ScenarioResult result) {
    const bool completed = std::holds_alternative<Completed>(result.outcome);
    if (completed) time_limits_.add(job.instance, scenario.strategy, result.cost.total_time);
    failures_.add(result.outcome);
    explain_limit(result.outcome, job, scope_.options.memory_limit);
    forecast_.add(job.turn, {job.instance, scenario.strategy, result.cost.total_time}, completed, Clock::now());
    writer_.put({scenario.id, scenario.attempt, std::move(result)});
  }

  const SessionScope& scope_;
  ResultWriter& writer_;
  Forecast forecast_;
  MissingJobs missing_;
  JobOrder order_;
  TimeLimits time_limits_;
  FailureWatch failures_;
  std::int64_t next_id_ = 1;
};

}  // namespace

std::string run_missing(const SessionScope& scope, ProgressMeter& meter, ResultStore& store,
                        Interruption& interruption) {
  if (scope.stored.missing() == 0) return {};
  const DisplayThread display(meter, scope.options.progress);  // its last line counts what the writer wrote last
  ResultWriter writer(store, scope.options.patience, &meter);
  const OnSecondSignal stop(interruption, [&] { writer.stop_waiting(); });
  Pipeline pipeline(scope, meter, writer);
  pipeline.execute(interruption);
  writer.finish();
  const bool is_incomplete = meter.completed() + meter.failed() < scope.stored.missing();
  return is_incomplete && pipeline.failures().reached() ? pipeline.failures().summary() : "";
}

}  // namespace palio
