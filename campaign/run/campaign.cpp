#include "campaign/run/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "campaign/run/pipeline.h"
#include "campaign/session/progress.h"
#include "campaign/session/this_machine.h"
#include "campaign/study/dimension_rows.h"
#include "storage/check/check.h"
#include "storage/read/campaign_reader.h"
#include "storage/write/result_store.h"

namespace palio {
namespace {

using Clock = ProgressMeter::Clock;

SessionInfo session_of(const SessionScope& scope) {
  const auto& [study, options, ids, stored] = scope;
  const bool part = options.selection.sample < study.instance_count();
  SessionInfo session = this_session();
  session.engine = options.engine.name;
  session.engine_version = options.engine.version;
  session.jobs = options.jobs;
  session.sample = part ? static_cast<std::int64_t>(options.selection.sample) : 0;
  session.planned = static_cast<std::int64_t>(stored.missing());
  session.wanted = static_cast<std::int64_t>(stored.state.wanted);
  session.stored_before = static_cast<std::int64_t>(stored.state.stored) + stored.stored_again;
  return session;
}

CampaignRequest request_of(const RunOptions& options) {
  CampaignRequest request{.sample = static_cast<std::int64_t>(options.selection.sample), .options = options.typed};
  request.shard = options.selection.shard.index;
  request.shards = options.selection.shard.count;
  request.shard_rule = to_text(options.selection.shard.rule);
  if (options.selection.weights) request.shard_costs = options.selection.weights->text;
  request.condition = options.selection.where;
  return request;
}

DimensionIds add_dimensions(ResultStore& store, const Study& study) {
  return {store.add_platforms(platform_rows(study.platforms)), store.add_workloads(workload_rows(study.workloads)),
          store.add_strategies(strategy_rows(study.strategies, study.known))};
}

// Closes the reader again: only the store may hold the file at the end, so that it becomes one plain file.
StoredState stored_state(const Study& study, const RunOptions& options, const DimensionIds& ids) {
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

void begin_session(ResultStore& store, const SessionScope& scope) {
  const ScenarioPositions positions(scope.study, scope.ids);
  store.begin_session(session_of(scope), [&](const ScenarioId& id) { return positions.find(id).has_value(); });
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

// Runs and stores what is missing; the session has an end whatever happens.
RunSummary run_session(const SessionScope& scope, ProgressMeter& meter, ResultStore& store,
                       Interruption& interruption) {
  RunSummary summary{.planned = scope.stored.missing(),
                     .stored_before = scope.stored.state.stored,
                     .stale = static_cast<std::uint64_t>(store.stale())};
  const auto is_complete = [&] { return meter.completed() + meter.failed() >= summary.planned; };
  try {
    summary.gave_up = run_missing(scope, meter, store, interruption);
    store.end_session(is_complete() ? "finished" : "interrupted");
    store.checkpoint();
  } catch (...) {  // the writer has finished
    end_broken_session(store);
    name_hindrance(meter, summary);
  }
  summary.completed = meter.completed();
  summary.failed = meter.failed();
  summary.interrupted = !is_complete() && summary.gave_up.empty() && summary.stopped.empty();
  return summary;
}

}  // namespace

RunSummary run_campaign(const Study& study, const RunOptions& given, Interruption& interruption) {
  const Clock::time_point start = Clock::now();
  // All steps walk the same instances: a sample, or a weighed shard, is drawn once.
  RunOptions options = given;
  options.selection = drawn(study, std::move(options.selection));
  // The file says from its first transaction on what was asked for, so that a run that is killed can be resumed.
  ResultStore store(options.database, {study.name, study.title, study.source, study.seed, study.path, study.text},
                    request_of(options), options.kept, options.patience);
  // Results refer to the rows of the study by id.
  const DimensionIds ids = add_dimensions(store, study);
  // What is stored does not run again, and says what the rest will cost.
  const StoredState stored = stored_state(study, options, ids);
  const SessionScope scope{study, options, ids, stored};
  // The transaction that stores the study marks the results that it does not want: they never count as its own.
  begin_session(store, scope);
  // Scenarios count once they are stored: the progress shows nothing that a crash would take away.
  ProgressMeter meter(stored.missing(), stored.state.stored, start, ProgressMeter::Counted::stored_scenarios);
  // A shortage ends the session; all that has ended by then is stored.
  RunSummary summary = run_session(scope, meter, store, interruption);
  // A disk that does not give back what it got is better noticed now than by a reader.
  if (summary.stopped.empty() && summary.completed + summary.failed > 0) refuse_damaged_pages(options.database);
  summary.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return summary;
}

}  // namespace palio
