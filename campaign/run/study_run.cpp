#include "campaign/run/study_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "campaign/code/reading_watch.h"
#include "campaign/plan/engine.h"
#include "campaign/plan/stored_study.h"
#include "campaign/run/limits.h"
#include "campaign/run/projection.h"
#include "campaign/run/runner_maker.h"
#include "campaign/session/terminal.h"
#include "campaign/session/this_machine.h"
#include "campaign/session/wrapped_table.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"
#include "storage/write/network_file_system.h"

namespace palio {
namespace {

int jobs_of(const TypedRun& run) { return run.jobs > 0 ? run.jobs : cores(); }

// What is typed, and what the campaign keeps already.
Kept kept_for(const std::string& typed, const std::string& database) {
  const Kept asked = typed == "realizations" ? Kept::realizations : Kept::metrics;
  const std::unique_ptr<CampaignReader> campaign = campaign_before_run(database);
  if (!campaign || campaign->kept() == asked) return asked;
  if (campaign->kept() == Kept::realizations) return Kept::realizations;
  const ResultCounts counts = campaign->counts();
  if (counts.all() + counts.stale == 0) return asked;
  throw UserError(
      "{0} holds results without realizations, but a campaign holds those of all results or of none: continue without "
      "--keep {1}, or give another file with --db",
      database, typed);
}

}  // namespace

// The database remembers what was asked for, but not what is to run again.
std::string next_command(const Study& study, const TypedRun& run, After after) {
  if (!run.next_command.empty()) return run.next_command;
  std::string command = "palio resume " + brief_shell_word(run.database);
  bool starts_commands = false;
  for (const auto& code : study.known.custom())
    if (code->kind() == CodeKind::library)
      command += " --plugin " + brief_shell_word(code->place());
    else
      starts_commands = true;
  if (starts_commands) command += " --allow-commands";
  if (after == After::mended || run.retry) command += " --retry-failed";
  const std::string kinds = after == After::mended ? "" : run.retry.value_or("");
  return kinds.empty() ? command : command + "=" + kinds;
}

void dry_run(const Study& study, const Selection& selection, const Interruption& interruption) {
  DryRunner runner(stdout);
  InstanceStream stream(study, selection);
  while (const std::optional<Instance> instance = interruption.requested() ? std::nullopt : stream.next()) {
    std::vector<Recipe> strategies;
    for (const std::uint32_t s : stream.strategies(*instance)) strategies.push_back(study.strategies[s]);
    runner.run({.id = 0,
                .platform = study.platforms[instance->platform],
                .workload = study.workloads[instance->workload],
                .strategies = std::move(strategies)},
               {});
  }
}

// A new campaign takes SimGrid unless told otherwise. Probes take a second.
void tell_quicker_engine(const Study& study, const TypedRun& run, const Selection& selection,
                         const Interruption& interruption) {
  constexpr std::uint64_t k_some = 1000;  // scenarios; fewer are over before anyone would choose
  if (run.quiet || !run.engine.empty() || !study.engine.empty() || begun_campaign(run.database)) return;
  if (count_state(study, selection, DoneSet(study, {})).wanted < k_some) return;
  const std::string text =
      quicker_engine_text(plan_figures(study, selection, {.interruption = &interruption}).projections, jobs_of(run));
  if (!text.empty() && !interruption.requested()) tell_prose(text);
}

RunSummary run_study(const Study& study, const TypedRun& run, Selection selection, Interruption& interruption) {
  if (const auto warning = network_file_system_warning(run.database)) talk("palio: warning: {}\n", *warning);
  const EngineChoice& engine = engine_for(run.engine, study, run.database);
  RunnerMaker runners(run, engine, study.seed);
  refuse_other_version(engine, runners.info().version, run.database);
  const RunOptions options{
      .database = run.database,
      .jobs = jobs_of(run),
      .selection = std::move(selection),
      .retry = run.retry ? parse_retry_choice(*run.retry) : RetryChoice{},
      .max_failures = run.max_failures.empty() ? FailureLimit{} : parse_failure_limit(run.max_failures),
      .time_limit = run.timeout.empty() ? study.time_limit : typed_number("--timeout", run.timeout),
      .memory_limit = memory_limit(run.memory, jobs_of(run)),
      .patience = patience_of(run.patience),
      .progress = run.quiet ? ProgressDisplay::Mode::off : ProgressDisplay::Mode::automatic,
      .isolation = run.isolation == "scenario" ? ProcessPer::scenario : ProcessPer::group,
      .kept = kept_for(run.keep, run.database),
      .engine = runners.info(),
      .typed = words_of(run, std::array{TypedOption::Scope::study}),
      .make_runner = [&] { return runners.make(); }};
  CommandWatches commands(study.known);
  RunSummary summary = run_campaign(study, options, interruption);
  commands.tell();
  return summary;
}

void tell_summary(const RunSummary& summary, const Study& study, const TypedRun& run) {
  const std::string& database = run.database;
  if (summary.stale > 0)
    tell_prose(
        fmt::format("{0} stored results do not belong to the study as it is now: they do not count in results, and "
                    "stay in all_results until palio prune {1} drops them\n",
                    count_text(summary.stale), brief_shell_word(database)));
  if (summary.planned == 0)
    talk("{}: nothing is missing, {} scenarios are stored\n", database, count_text(summary.stored_before));
  if (!summary.gave_up.empty())
    talk("gave up: {}\nfinished results are saved in {}. When the cause is fixed: {}\n", summary.gave_up, database,
         next_command(study, run, After::mended));
  if (!summary.stopped.empty())
    talk("stopped: {}\nfinished results are saved in {}{}. When the cause is fixed: {}\n", summary.stopped, database,
         summary.completed + summary.failed < summary.planned ? ", the rest is still missing" : "",
         next_command(study, run, After::interrupted));
  if (summary.failed > 0)
    talk("{}: palio status {} --failures\n",
         as_is(painted(count_text(summary.failed) + " scenarios failed", Style::bad, STDERR_FILENO)),
         brief_shell_word(database));
  if (summary.interrupted)
    talk("interrupted; finished results are saved in {}. To continue: {}\n", database,
         next_command(study, run, After::interrupted));
}

}  // namespace palio
