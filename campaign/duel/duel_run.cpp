#include "campaign/duel/duel_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>

#include "campaign/plan/stored_study.h"
#include "campaign/run/study_run.h"
#include "campaign/session/progress.h"
#include "campaign/session/this_machine.h"
#include "core/error.h"
#include "core/text/talk.h"
#include "runners/client/worker_runner.h"

namespace palio {
namespace {

// The dates to compare if none are typed.
DuelDates dates_of(const DuelRequest& request) {
  if (request.dates == DuelDates::simulated) return DuelDates::simulated;
  for (const auto& [target, base] : request.duels)
    for (const Recipe* strategy : {&target, &base})
      if (const std::string reason = no_dates(*strategy, request.known); !reason.empty()) {
        if (!request.dates) return DuelDates::simulated;
        throw UserError("--dates planned does not work for {}: {}; use --dates simulated",
                        label_of(*strategy, request.known), reason);
      }
  return DuelDates::planned;
}

void check_duels(const DuelRequest& request, const DuelInstance& start) {
  const Workload workload = workload_of(start);
  for (const auto& [target, base] : request.duels)
    for (const Recipe* recipe : {&target, &base}) {
      check_workload(request.known.named(recipe->name), workload);
      check_platform(request.known.named(recipe->name), start.platform);
    }
}

const EngineChoice& engine_of_duel(const DuelRequest& request, const DuelInstance& start) {
  if (!request.run.engine.empty()) return engine_named(request.run.engine);
  return engine_named(start.platform.interconnect == Interconnect::loaded ? "simgrid" : "fluid");
}

std::string settings_of(const DuelRequest& request, const DuelStarts& starts, DuelDates dates) {
  return fmt::format("{}, seed {}: {} evaluations, {}, from {} to {}, {} dates", starts.title(), request.seed,
                     request.rules.evaluations, request.rules.acceptance == Acceptance::ratio ? "ratio" : "metropolis",
                     request.rules.hottest, request.rules.coldest,
                     dates == DuelDates::planned ? "planned" : "simulated");
}

DuelSearch::MakeJudge judges(DuelDates dates, const StrategySet& known, const EngineChoice& engine) {
  if (dates == DuelDates::planned) return [] { return judge_plans; };
  return [known, program = worker_program(engine)] {
    return simulation_judge(known, std::make_unique<WorkerRunner>(program));
  };
}

DuelRecord record_of(const DuelRequest& request, const std::string& settings) {
  const auto reader = begun_campaign(request.run.database);
  if (!reader || reader->sessions().empty())  // killed before it held the files of what it had found
    return {settings, request.seed, {}, {}};
  try {
    return stored_record(*reader, settings, request.known);
  } catch (const UserError& error) {
    throw UserError("{}: {}", request.run.database, error.what());
  }
}

void add_found(DuelRecord& record, const std::vector<SearchedUnit>& searched, const StrategySet& known) {
  std::int64_t failed = 0;
  std::string failure;
  for (const SearchedUnit& unit : searched) {
    for (const Recipe* strategy : {&unit.unit.duel.target, &unit.unit.duel.base})
      if (std::ranges::find(record.strategies, *strategy) == record.strategies.end())
        record.strategies.push_back(*strategy);
    std::ranges::move(found_instances(unit, known), std::back_inserter(record.found));
    if (failure.empty()) failure = unit.found.failure;
    failed += unit.found.failed;
  }
  if (failed > 0) talk("{} evaluations had no result and count as moves that were not made: {}\n", failed, failure);
}

// Whether the search can go on.
bool store_found(const DuelRequest& request, DuelResult& result, Interruption& interruption) {
  TypedRun run = request.run;
  run.engine = result.engine.name;
  run.next_command = "the same command";
  const std::uint64_t failed_before = result.stored.failed;
  const Study study = duel_study(result.record, request.known);
  result.stored = run_study(study, run, duel_selection(), interruption);
  tell_summary(result.stored, study, run);
  result.stored.failed += failed_before;
  return result.stored.stopped.empty();
}

}  // namespace

DuelResult search_duels(const DuelRequest& request, Interruption& interruption) {
  using namespace std::chrono_literals;
  constexpr int k_share = 4;  // time for searching, which a kill would lose, per time for storing
  const DuelStarts starts(request.platform, request.workload, request.seed);
  const DuelInstance start = starts.instance(0);
  check_duels(request, start);
  const EngineChoice& engine = engine_of_duel(request, start);
  const DuelDates dates = dates_of(request);
  DuelResult result{record_of(request, settings_of(request, starts, dates)), engine};
  const int jobs = request.run.jobs > 0 ? request.run.jobs : cores();
  const std::vector<SearchUnit> units = missing_units(result.record, request.duels, request.restarts, request.known);
  DuelSearch search(starts, request.rules, request.seed, judges(dates, request.known, engine));
  std::chrono::milliseconds wave = 10s;
  bool goes_on = true;
  std::size_t done = 0;
  do {
    const std::size_t before = result.record.found.size();
    {
      const WaitingLine line(
          [&] { return fmt::format("searched {} of {} restarts", search.searched(), units.size()); });
      const auto searched =
          search.search(std::span(units).subspan(done), jobs, wave, [&] { return interruption.requested(); });
      done += searched.size();
      add_found(result.record, searched, request.known);
    }
    if (interruption.requested() && result.record.found.size() == before) {
      result.interrupted = true;
      return result;
    }
    const auto begin = std::chrono::steady_clock::now();
    goes_on = store_found(request, result, interruption);
    wave = std::max<std::chrono::milliseconds>(
        10s, k_share * std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin));
  } while (done < units.size() && goes_on && !interruption.requested());
  result.interrupted = done < units.size() && goes_on;
  return result;
}

}  // namespace palio
