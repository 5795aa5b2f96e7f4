#include "campaign/cli/options/run_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "campaign/cli/options/options.h"
#include "campaign/cli/syntax/exit_status.h"
#include "campaign/code/reading_watch.h"
#include "campaign/plan/engine.h"
#include "campaign/run/auditing_runner.h"
#include "campaign/run/limits.h"
#include "campaign/session/this_machine.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"
#include "runners/client/runner.h"
#include "runners/client/worker_runner.h"
#include "storage/write/network_file_system.h"

namespace palio {
namespace {

int dry_run(const Study& study, const Selection& selection) {
  DryRunner runner(stdout);
  InstanceStream stream(study, selection);
  while (const std::optional<Instance> instance = stream.next()) {
    std::vector<Recipe> strategies;
    for (const std::uint32_t s : stream.strategies(*instance)) strategies.push_back(study.strategies[s]);
    runner.run({.id = 0,
                .platform = study.platforms[instance->platform],
                .workload = study.workloads[instance->workload],
                .strategies = std::move(strategies)},
               {});
  }
  return k_success;
}

void print_summary(const RunSummary& summary, const RunCommandOptions& options) {
  const std::string& database = options.database;
  if (summary.stale > 0)
    talk(
        "{0} stored results do not belong to the study as it is now: they do not count in results, and stay in\n"
        "all_results until palio prune {1} drops them\n",
        count_text(summary.stale), database);
  if (summary.planned == 0)
    talk("{}: nothing is missing, {} scenarios are stored\n", database, count_text(summary.stored_before));
  if (!summary.gave_up.empty())
    talk("gave up: {}\nwhat is finished is saved in {}. When the cause is mended: {}\n", summary.gave_up, database,
         next_command(options, After::mended));
  if (!summary.stopped.empty())
    talk("stopped: {}\nwhat is finished is saved in {}, the rest is still missing. When the cause is mended: {}\n",
         summary.stopped, database, next_command(options, After::interrupted));
  if (summary.failed > 0)
    talk("{}: palio query {} \"SELECT * FROM failures\"\n",
         as_is(painted(count_text(summary.failed) + " scenarios failed", Style::bad, STDERR_FILENO)), database);
  if (summary.interrupted)
    talk("interrupted; what is finished is saved in {}. To go on: {}\n", database,
         next_command(options, After::interrupted));
}

constexpr double k_usual_audit = 0.01;  // share

// "1%" or "0".
double audit_share(const std::string& text) {
  if (text == "0") return 0;
  if (const std::optional<double> share = share_of(text)) return *share;
  throw UserError(fmt::format("--audit {} is no share of the scenarios: write 0%, for none, to 100%", text));
}

void add_limit_options(const CommandSyntax& command, RunCommandOptions& options) {
  command
      .add_option("--timeout S", options.time_limit,
                  "CPU seconds a scenario may take, 0 for no limit; 100 times the median of its kind unless given")
      .number(Least::zero, "seconds");
  command.add_option(
      "--memory M", options.memory_limit,
      "Memory a scenario may take (512M, 4G), 0 for no limit; its share of 80 % of the machine unless given");
  command.add_option("--max-failures N|P%", options.max_failures,
                     "Give up at N failed scenarios of this session, or at P % of at least 100 results");
  add_patience(command, options.patience);
}

}  // namespace

// The database remembers what was asked for, but not what is to run again.
std::string next_command(const RunCommandOptions& options, After after) {
  if (!options.next_command.empty()) return options.next_command;
  std::string command = "palio resume " + options.database;
  const std::string kinds = after == After::mended ? "" : options.retry.value_or("");
  for (const std::string& plugin : options.code.plugins) command += " --plugin " + plugin;
  if (options.code.allow_commands) command += " --allow-commands";
  if (after == After::mended || options.retry) command += " --retry-failed";
  return kinds.empty() ? command : command + "=" + kinds;
}

void add_study_options(const CommandSyntax& command, RunCommandOptions& options) {
  add_wanted_part(command, options.selection);
  add_limit_options(command, options);
  add_engine(command, options.engine, "the study's or the campaign's");
  command
      .add_option("--audit P%", options.audit,
                  "Share of the scenarios that simgrid carries out, too, where another engine runs; 1% unless given")
      .check([](const std::string& typed) { audit_share(typed); });
  const OptionSyntax isolation =
      command.add_option("--isolation scenario|group", options.isolation,
                         "What has a process of its own: each scenario, or a group of Palio's "
                         "own strategies where the engine can; "
                         "group unless given");
  isolation.choice({"scenario", "group"});
}

void add_run_options(const CommandSyntax& command, RunCommandOptions& options) {
  add_jobs(command, options.jobs, "Simulations");
  add_study_options(command, options);
  add_retry(command, options.retry);
  add_shard(command, options.selection);
  command.add_flag("-q,--quiet", options.quiet, "No progress on stderr");
}

namespace {

// Makes the runners of a run: those of its engine, with the audit beside them if there is one.
class RunnerMaker {
public:
  RunnerMaker(const RunCommandOptions& options, const EngineChoice& engine, std::int64_t seed)
      : engine_(engine), seed_(seed), patience_(std::make_shared<Patience>(milliseconds_of(options.patience))) {
    const bool is_reference = engine.name == reference().name;
    if (!options.audit.empty()) share_ = audit_share(options.audit);
    if (is_reference && share_.value_or(0) > 0)
      throw UserError(
          fmt::format("--audit holds another engine against {}, which this run has itself: leave it out", engine.name));
    if (!is_reference && !share_) share_ = k_usual_audit;
    first_ = std::make_unique<WorkerRunner>(worker_program(engine), patience_);
    info_ = first_->hello().engine;
    if (info_.name != engine.stored)
      throw UserError(fmt::format("{}, the worker of the engine {}, says that its engine is {}",
                                  worker_program(engine).string(), engine.name, info_.name));
    if (share_.value_or(0) > 0) first_reference_ = start_reference();
  }

  const EngineInfo& info() const { return info_; }
  std::optional<double> share() const { return share_; }

  std::unique_ptr<Runner> make() {
    auto runner = first_ ? std::move(first_) : std::make_unique<WorkerRunner>(worker_program(engine_), patience_);
    if (share_.value_or(0) == 0) return runner;
    auto beside = first_reference_ ? std::move(first_reference_)
                                   : std::make_unique<WorkerRunner>(worker_program(reference()), patience_);
    return std::make_unique<AuditingRunner>(AuditingRunner::Engines{.runner = std::move(runner),
                                                                    .reference = std::move(beside),
                                                                    .name = std::string(engine_.name),
                                                                    .reference_name = std::string(reference().name)},
                                            choose_share(*share_, seed_));
  }

private:
  static const EngineChoice& reference() { return engine_table().front(); }

  std::unique_ptr<WorkerRunner> start_reference() const {
    try {
      auto runner = std::make_unique<WorkerRunner>(worker_program(reference()), patience_);
      runner->hello();
      return runner;
    } catch (const std::exception& error) {
      throw UserError(fmt::format("the audit needs {}, which does not start: {}; --audit 0 runs without",
                                  reference().name, error.what()));
    }
  }

  const EngineChoice& engine_;
  std::int64_t seed_;
  std::shared_ptr<Patience> patience_;                     // of all slots
  std::optional<double> share_;                            // that is audited
  std::unique_ptr<WorkerRunner> first_, first_reference_;  // said who they are, then take the first slot
  EngineInfo info_;
};

}  // namespace

int carry_out(const Study& study, const RunCommandOptions& options, Selection selection) {
  selection = drawn(study, std::move(selection));
  refuse_empty_selection(study, selection);
  tell_empty_shard(study, selection);
  if (options.dry_run) return dry_run(study, selection);
  Interruption interruption;  // before any thread, so that all block its signals
  return carry_out(study, options, std::move(selection), interruption);
}

int carry_out(const Study& study, const RunCommandOptions& options, Selection selection, Interruption& interruption) {
  const RunSummary summary = run_quietly(study, options, std::move(selection), interruption);
  RunCommandOptions to_go_on = options;
  to_go_on.code = code_of(study);
  print_summary(summary, to_go_on);
  return exit_status(summary);
}

int exit_status(const RunSummary& summary) {
  if (summary.interrupted) return k_interrupted;
  if (!summary.stopped.empty()) return k_user_error;
  return summary.failed > 0 ? k_some_failed : k_success;
}

RunSummary run_quietly(const Study& study, const RunCommandOptions& options, Selection selection,
                       Interruption& interruption) {
  if (const auto warning = network_file_system_warning(options.database)) talk("palio: warning: {}\n", *warning);
  const EngineChoice& engine = engine_for(options.engine, study, options.database);
  const int jobs = options.jobs > 0 ? options.jobs : cores();
  RunnerMaker runners(options, engine, study.seed);
  refuse_other_version(engine, runners.info().version, options.database);
  const RunOptions run{
      .database = options.database,
      .jobs = jobs,
      .selection = std::move(selection),
      .retry = options.retry ? parse_retry_choice(*options.retry) : RetryChoice{},
      .max_failures = options.max_failures.empty() ? FailureLimit{} : parse_failure_limit(options.max_failures),
      .time_limit = options.time_limit,
      .memory_limit = memory_limit(options.memory_limit, jobs),
      .patience = milliseconds_of(options.patience),
      .progress = options.quiet ? ProgressDisplay::Mode::off : ProgressDisplay::Mode::automatic,
      .isolation = options.isolation == "scenario" ? ProcessPer::scenario : ProcessPer::group,
      .engine = runners.info(),
      .request = {.memory_limit = options.memory_limit,
                  .max_failures = options.max_failures,
                  .audit = runners.share(),
                  .isolation = options.isolation},
      .make_runner = [&] { return runners.make(); }};
  CommandWatches commands(study.known);
  RunSummary summary = run_campaign(study, run, interruption);
  commands.tell();
  return summary;
}

}  // namespace palio
