#include "campaign/run/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "campaign/costs/cost_model.h"
#include "campaign/costs/forecast.h"
#include "campaign/plan/job_order.h"
#include "campaign/plan/missing_jobs.h"
#include "campaign/plan/stored_campaign.h"
#include "campaign/run/result_writer.h"
#include "campaign/session/progress.h"
#include "campaign/session/this_machine.h"
#include "storage/check/check.h"
#include "storage/read/campaign_reader.h"
#include "storage/write/result_store.h"

namespace palio {
namespace {

using Clock = ProgressMeter::Clock;

DimensionIds add_dimensions(ResultStore& store, const Study& study) {
  return {store.add_platforms(platform_rows(study.platforms)), store.add_workloads(workload_rows(study.workloads)),
          store.add_strategies(strategy_rows(study.strategies, study.known))};
}

// What turns positions into requests: the study, its ids, the stored attempts and the limits.
struct SessionScope {
  const Study& study;
  const RunOptions& options;
  const DimensionIds& ids;
  const RetryList& retries;
};

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
  // Custom strategies last: those of Palio have one process for all of them.
  std::vector<std::uint32_t> strategies = missing.strategies;
  std::stable_partition(strategies.begin(), strategies.end(), [&](std::uint32_t s) {
    return scope.study.known.code_of(scope.study.strategies[s].name) == nullptr;
  });
  for (const std::uint32_t s : strategies) {
    const ScenarioId scenario{scope.ids.platforms[missing.instance.platform],
                              scope.ids.workloads[missing.instance.workload], scope.ids.strategies[s]};
    job.request.strategies.push_back(scope.study.strategies[s]);
    job.scenarios.push_back({scenario, s, scope.retries.attempt(scenario) + 1});
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

// What the session finds in the database.
struct StoredState {
  RetryList retries;
  DoneSet done;
  KnownCosts costs;
  CampaignState state;            // scenarios to run again count as missing
  std::int64_t stored_again = 0;  // those
};

// Closes the reader again: only the store may hold the file at the end, so that it becomes one plain file.
StoredState look_up(const Study& study, const RunOptions& options, const DimensionIds& ids) {
  const CampaignReader reader(options.database);
  RetryList retries(reader, options.retry);
  DoneSet done = read_done(study, ids, reader, retries);
  const CampaignState state = count_state(study, options.selection, done);
  std::int64_t stored_again = 0;
  if (!retries.entries().empty()) {
    const SelectedScenarios wanted(study, options.selection, ids);
    stored_again = std::ranges::count_if(retries.entries(), [&](const auto& entry) { return wanted.holds(entry.id); });
  }
  return {std::move(retries), std::move(done), read_known_costs(study, ids, reader), state, stored_again};
}

SessionInfo session_info(const Study& study, const RunOptions& options, const StoredState& stored,
                         std::uint64_t planned) {
  const bool part = options.selection.sample < study.instance_count();
  SessionInfo session = this_session();
  session.engine = options.engine.name;
  session.engine_version = options.engine.version;
  session.jobs = options.jobs;
  session.sample = part ? static_cast<std::int64_t>(options.selection.sample) : 0;
  session.planned = static_cast<std::int64_t>(planned);
  session.wanted = static_cast<std::int64_t>(stored.state.wanted);
  session.stored_before = static_cast<std::int64_t>(stored.state.stored) + stored.stored_again;
  return session;
}

CampaignRequest request(const RunOptions& options) {
  CampaignRequest request = options.request;
  request.sample = static_cast<std::int64_t>(options.selection.sample);
  request.shard = options.selection.shard.index;
  request.shards = options.selection.shard.count;
  request.shard_rule = to_text(options.selection.shard.rule);
  if (options.selection.weights) request.shard_costs = options.selection.weights->text;
  request.condition = options.selection.where;
  request.time_limit = options.time_limit;
  request.engine = options.engine.name;
  return request;
}

// The path of a session's results to the writer.
class Session {
public:
  Session(const SessionScope& scope, const DoneSet& done, const KnownCosts& costs, ProgressMeter& meter,
          ResultWriter& writer)
      : scope_(scope),
        meter_(meter),
        writer_(writer),
        forecast_(scope.study, scope.options.selection, done, costs, slots(scope.options.jobs), meter),
        missing_(scope.study, scope.options.selection, done),
        order_([this] { return missing_.next(); },
               [this](const Instance& instance, std::size_t s) { return forecast_.predict(instance, s); },
               [this] { return forecast_.generation(); }, scope.options.jobs),
        time_limits_(scope.study, scope.options.time_limit),
        failures_(scope.options.max_failures) {
    for (const CostObservation& seen : costs.stored) time_limits_.add(seen.instance, seen.strategy, seen.cost);
  }

  void execute(Interruption& interruption) {
    Executor executor(scope_.options.jobs, scope_.options.make_runner);
    const auto before = interruption.on_second_signal([&] {
      executor.abort();
      writer_.stop_waiting();
    });
    const auto clear = std::shared_ptr<void>(nullptr, [&](void*) { interruption.on_second_signal(before); });
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
  ProgressMeter& meter_;
  ResultWriter& writer_;
  Forecast forecast_;
  MissingJobs missing_;
  JobOrder order_;
  TimeLimits time_limits_;
  FailureWatch failures_;
  std::int64_t next_id_ = 1;
};

// Runs and stores what is missing. Returns why --max-failures ended it; empty: it did not.
std::string run_session(const SessionScope& scope, const StoredState& stored, ProgressMeter& meter, ResultStore& store,
                        Interruption& interruption) {
  const std::uint64_t planned = stored.state.wanted - stored.state.stored;
  if (planned == 0) return {};
  const DisplayThread display(meter, scope.options.progress);  // its last line counts what the writer wrote last
  ResultWriter writer(store, scope.options.patience, &meter);
  const auto before = interruption.on_second_signal([&] { writer.stop_waiting(); });
  const auto clear = std::shared_ptr<void>(nullptr, [&](void*) { interruption.on_second_signal(before); });
  Session session(scope, stored.done, stored.costs, meter, writer);
  session.execute(interruption);
  writer.finish();
  const bool incomplete = meter.completed() + meter.failed() < planned;
  return incomplete && session.failures().reached() ? session.failures().summary() : "";
}

// The original error is the one to report, not what the store says.
void end_broken_session(ResultStore& store) noexcept {
  try {
    store.end_session("interrupted");
    store.checkpoint();
  } catch (...) {  // then it counts as killed
  }
}

// Inside a catch block: records what stopped the run; rethrows other exceptions.
void name_hindrance(const ProgressMeter& meter, RunSummary& summary) {
  try {
    rethrow_shortage();
  } catch (const Hindrance& hindrance) {
    summary.stopped = hindrance.what();
    if (const std::uint64_t lost = meter.unstored(); lost > 0)
      summary.stopped += fmt::format("; {} scenarios that ended meanwhile are not stored", lost);
    if (const auto* shortage = dynamic_cast<const Shortage*>(&hindrance)) summary.lacking = shortage->resource();
  }
}

}  // namespace

RunSummary run_campaign(const Study& study, const RunOptions& given, Interruption& interruption) {
  const Clock::time_point start = Clock::now();
  RunOptions options = given;
  options.selection = drawn(study, std::move(options.selection));
  ResultStore store(options.database, {study.name, study.title, study.source, study.seed, study.path, study.text},
                    request(options), options.kept, options.patience);
  const DimensionIds ids = add_dimensions(store, study);
  const StoredState stored = look_up(study, options, ids);
  RunSummary summary{.planned = stored.state.wanted - stored.state.stored, .stored_before = stored.state.stored};

  const SessionScope scope{study, options, ids, stored.retries};
  const ScenarioPositions positions(study, ids);
  store.begin_session(session_info(study, options, stored, summary.planned),
                      [&](const ScenarioId& id) { return positions.find(id).has_value(); });
  summary.stale = static_cast<std::uint64_t>(store.stale());
  ProgressMeter meter(summary.planned, summary.stored_before, start, ProgressMeter::Counted::stored_scenarios);
  const auto is_complete = [&] { return meter.completed() + meter.failed() >= summary.planned; };
  try {
    summary.gave_up = run_session(scope, stored, meter, store, interruption);
    store.end_session(is_complete() ? "finished" : "interrupted");
    store.checkpoint();
  } catch (...) {  // the writer has finished
    end_broken_session(store);
    name_hindrance(meter, summary);
  }
  summary.completed = meter.completed();
  summary.failed = meter.failed();
  summary.interrupted = !is_complete() && summary.gave_up.empty() && summary.stopped.empty();
  if (summary.stopped.empty() && summary.completed + summary.failed > 0) refuse_damaged_pages(options.database);
  summary.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return summary;
}

}  // namespace palio
