#include "campaign/cli/options/run_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <exception>
#include <memory>

#include "analysis/queries/leader.h"
#include "analysis/queries/query_tables.h"
#include "campaign/cli/output/wrapped_table.h"
#include "campaign/code/reading_watch.h"
#include "campaign/costs/cost_model.h"
#include "campaign/plan/engine.h"
#include "campaign/plan/stored_campaign.h"
#include "campaign/run/auditing_runner.h"
#include "campaign/run/limits.h"
#include "campaign/run/projection.h"
#include "campaign/session/this_machine.h"
#include "core/error.h"
#include "core/number.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"
#include "runners/client/runner.h"
#include "runners/client/worker_runner.h"
#include "storage/write/network_file_system.h"

namespace palio {
namespace {

Shard parsed_shard(const std::string& typed) {
  if (typed.empty()) return {};
  const std::string_view text = typed;
  const std::size_t slash = text.find('/');
  const auto index = parsed_number<std::uint32_t>(text.substr(0, slash));
  const auto count = parsed_number<std::uint32_t>(text.substr(slash + 1));
  if (slash == std::string_view::npos || !index || !count || *index < 1 || *index > *count)
    throw UserError("--shard {} is not of the form i/n with 1 <= i <= n, as in --shard 2/4", typed);
  return {*index, *count};
}

void weigh(const Study& study, const std::string& text, const std::string& place, Selection& selection) {
  selection.shard.rule = ShardRule::costs;
  selection.weights = std::make_shared<ScenarioWeights>(scenario_weights(study, text, place));
}

// Splits the study as the campaign first did, so that all results of a shard belong to the same one.
void part_as_before(const Study& study, const CampaignRequest& before, const std::string& database,
                    Selection& selection) {
  selection.shard.rule = before.shard_rule.empty() ? ShardRule::hashes : shard_rule(before.shard_rule);
  if (selection.shard.rule == ShardRule::costs)
    weigh(study, before.shard_costs, "costs of the shards in " + database, selection);
}

int dry_run(const Study& study, const Selection& selection, const Interruption& interruption) {
  DryRunner runner(stdout);
  InstanceStream stream(study, selection);
  while (const std::optional<Instance> instance = stream.next()) {
    if (interruption.requested()) return k_interrupted;
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
    tell_prose(
        fmt::format("{0} stored results do not belong to the study as it is now: they do not count in results, and "
                    "stay in all_results until palio prune {1} drops them\n",
                    count_text(summary.stale), brief_shell_word(database)));
  if (summary.planned == 0)
    talk("{}: nothing is missing, {} scenarios are stored\n", database, count_text(summary.stored_before));
  if (!summary.gave_up.empty())
    talk("gave up: {}\nfinished results are saved in {}. When the cause is fixed: {}\n", summary.gave_up, database,
         next_command(options, After::mended));
  if (!summary.stopped.empty())
    talk("stopped: {}\nfinished results are saved in {}{}. When the cause is fixed: {}\n", summary.stopped, database,
         summary.completed + summary.failed < summary.planned ? ", the rest is still missing" : "",
         next_command(options, After::interrupted));
  if (summary.failed > 0)
    talk("{}: palio query {} \"SELECT * FROM failures\"\n",
         as_is(painted(count_text(summary.failed) + " scenarios failed", Style::bad, STDERR_FILENO)),
         brief_shell_word(database));
  if (summary.interrupted)
    talk("interrupted; finished results are saved in {}. To continue: {}\n", database,
         next_command(options, After::interrupted));
}

// A new campaign takes SimGrid unless told otherwise. Probes take a second.
void tell_quicker_engine(const Study& study, const RunCommandOptions& options, const Selection& selection,
                         const Interruption& interruption) {
  constexpr std::uint64_t k_some = 1000;  // scenarios; fewer are over before anyone would choose
  if (options.quiet || !options.engine.empty() || !study.engine.empty() || begun_campaign(options.database)) return;
  if (count_state(study, selection, DoneSet(study, {})).wanted < k_some) return;
  const std::string text =
      quicker_engine_text(plan_figures(study, selection, {.interruption = &interruption}).projections,
                          options.jobs > 0 ? options.jobs : cores());
  if (!text.empty() && !interruption.requested()) tell_prose(text);
}

// The file, one sentence of the answer and what to ask next. A shard alone answers nothing.
void tell_answer(const RunCommandOptions& options) {
  if (!options.selection.shard.empty()) return;
  CampaignReader campaign(options.database);
  add_query_functions(campaign);
  const std::string metric = metric_of_study(campaign.info().study_text);
  const std::string leader = leader_text(campaign, metric.empty() ? "makespan" : metric);
  tell_prose(fmt::format("{}{}{}\nnext: palio query {} {}", options.database, leader.empty() ? "" : ": ", leader,
                         brief_shell_word(options.database), leader.empty() ? "@summary" : "@pairs"));
}

RunSummary told_run(const Study& study, const RunCommandOptions& options, Selection selection,
                    Interruption& interruption) {
  RunSummary summary = run_quietly(study, options, std::move(selection), interruption);
  RunCommandOptions to_go_on = options;
  to_go_on.code = code_of(study);
  print_summary(summary, to_go_on);
  return summary;
}

constexpr double k_usual_audit = 0.01;  // share

// "1%" or "0".
double audit_share(const std::string& text) {
  if (text == "0") return 0;
  if (const std::optional<double> share = share_of(text)) return *share;
  throw UserError("--audit {} is not a share of the scenarios: write 0% (none) to 100%", text);
}

void add_limit_options(const CommandSyntax& command, RunCommandOptions& options) {
  command
      .add_option(
          "--timeout S", options.time_limit,
          "CPU seconds a scenario may take, 0 for no limit (default: the study's, or 100 times the median of its kind)")
      .number(Least::zero, "seconds");
  command.add_option(
      "--memory M", options.memory_limit,
      "Memory a scenario may take (512M, 4G), 0 for no limit (default: its share of 80 % of the machine)");
  command.add_option("--max-failures N|P%", options.max_failures,
                     "Give up at N failed scenarios of this session, or at P % of at least 100 results");
  add_patience(command, options.patience);
}

// Makes the runners of a run: those of its engine, wrapped by the audit if there is one.
class RunnerMaker {
public:
  RunnerMaker(const RunCommandOptions& options, const EngineChoice& engine, std::int64_t seed)
      : engine_(engine), seed_(seed), patience_(std::make_shared<Patience>(milliseconds_of(options.patience))) {
    const bool is_reference = engine.name == reference().name;
    if (!options.audit.empty()) share_ = audit_share(options.audit);
    if (is_reference && share_.value_or(0) > 0)
      throw UserError("--audit compares with {}, which this run already uses: leave --audit out", engine.name);
    if (!is_reference && !share_) share_ = k_usual_audit;
    first_ = std::make_unique<WorkerRunner>(worker_program(engine), patience_);
    info_ = first_->hello().engine;
    if (info_.name != engine.stored)
      throw UserError("{}, the worker of the engine {}, says that its engine is {}", worker_program(engine).string(),
                      engine.name, info_.name);
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
      throw UserError("the audit needs {}, which does not start: {}; --audit 0 runs without", reference().name,
                      error.what());
    }
  }

  const EngineChoice& engine_;
  std::int64_t seed_;
  std::shared_ptr<Patience> patience_;                     // of all slots
  std::optional<double> share_;                            // that is audited
  std::unique_ptr<WorkerRunner> first_, first_reference_;  // asked for their versions, then used for the first slot
  EngineInfo info_;
};

}  // namespace

std::string costs_text(const Study& study, const std::string& file) {
  const CampaignReader reader(file);
  const std::vector<CostObservation> costs = read_stored_costs(study, stored_ids(study, reader), reader);
  if (costs.empty())
    throw UserError("--costs {}: it holds no completed scenario of {}; its study is {}", file, study.name,
                    reader.info().study);
  return weights_text(study, costs);
}

void add_wanted_part(const CommandSyntax& command, SelectionOptions& options) {
  command.add_option("--sample N", options.sample, "Only N instances: a stratified sample, fixed by the study's seed")
      .count(1, k_any_count);
  command
      .add_option("--where EXPR", options.where,
                  "Only scenarios that this SQL expression holds for, as in \"tasks = 50 AND strategy = 'HCPA'\"")
      .check([](const std::string& typed) {
        if (typed.find_first_not_of(' ') == std::string::npos)
          throw UserError("--where takes an SQL expression over columns such as strategy, not \"{}\"", typed);
      });
}

void add_shard(const CommandSyntax& command, SelectionOptions& options) {
  command.add_option("--shard i/n", options.shard, "Only part i of n of the instances, for several machines");
  command.add_option("--costs F", options.costs,
                     "Campaign of the study whose costs balance the parts of --shard; all parts need the same one");
}

Selection selection_of(const SelectionOptions& options, const Study& study, const std::string& database) {
  Selection selection{.sample = options.sample, .shard = parsed_shard(options.shard), .where = options.where};
  const Shard& shard = selection.shard;
  if (!options.costs.empty() && options.shard.empty())
    throw UserError("--costs balances the parts of --shard: also give --shard i/n");
  if (shard.count == 1) return selection;
  const std::unique_ptr<CampaignReader> campaign = begun_campaign(database);
  const auto before = campaign ? campaign->request_of({.sample = static_cast<std::int64_t>(options.sample),
                                                       .shard = shard.index,
                                                       .shards = shard.count,
                                                       .condition = options.where})
                               : std::nullopt;
  if (before)
    part_as_before(study, *before, database, selection);
  else if (!options.costs.empty())
    weigh(study, costs_text(study, options.costs), options.costs, selection);
  else if (!options.costs_text.empty())
    weigh(study, options.costs_text, "costs of the shards", selection);
  if (!options.costs.empty() && shard.rule != ShardRule::costs)
    talk("palio: {} started shard {} without costs and continues without them\n", database, options.shard);
  return selection;
}

void tell_empty_shard(const Study& study, const Selection& selection) {
  if (selection.shard.count == 1 || InstanceStream(study, selection).next()) return;
  Selection undivided = selection;
  undivided.shard = {};
  undivided.part = nullptr;
  talk("palio: shard {}/{} is empty: {} instances are wanted\n", selection.shard.index, selection.shard.count,
       count_text(count_state(study, undivided, DoneSet(study, {})).instances));
}

// The database remembers what was asked for, but not what is to run again.
std::string next_command(const RunCommandOptions& options, After after) {
  if (!options.next_command.empty()) return options.next_command;
  std::string command = "palio resume " + brief_shell_word(options.database);
  const std::string kinds = after == After::mended ? "" : options.retry.value_or("");
  for (const std::string& plugin : options.code.plugins) command += " --plugin " + brief_shell_word(plugin);
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
                  "Share of the scenarios that simgrid also simulates when another engine runs (default: 1%)")
      .check([](const std::string& typed) { audit_share(typed); });
  command
      .add_option("--isolation scenario|group", options.isolation,
                  "What runs in its own process: each scenario, or a group of Palio's own strategies if the engine can "
                  "(default: group)")
      .choice({"scenario", "group"});
  command
      .add_option(
          "--keep realizations", options.keep,
          "Also store the makespan of each realization of uncertain workloads (default: what the campaign keeps)")
      .choice({"realizations"});
}

void add_run_options(const CommandSyntax& command, RunCommandOptions& options) {
  add_jobs(command, options.jobs, "Simulations");
  add_study_options(command, options);
  add_retry(command, options.retry);
  add_shard(command, options.selection);
  command.add_flag("-q,--quiet", options.quiet, "No progress on stderr");
}

void repeat(const CampaignRequest& request, RunCommandOptions& options) {
  if (options.selection.sample == 0) options.selection.sample = static_cast<std::uint64_t>(request.sample);
  if (options.selection.shard.empty() && request.shards > 1)
    options.selection.shard = fmt::format("{}/{}", request.shard, request.shards);
  if (options.selection.where.empty()) options.selection.where = request.condition;
  if (!options.time_limit && !options.retry) options.time_limit = request.time_limit;
  if (options.memory_limit.empty() && !options.retry) options.memory_limit = request.memory_limit;
  if (options.max_failures.empty()) options.max_failures = request.max_failures;
  if (options.engine.empty() && !request.engine.empty()) options.engine = stored_engine(request.engine).name;
  if (options.isolation.empty()) options.isolation = request.isolation;
  if (options.audit.empty() && request.audit) options.audit = fmt::format("{}%", 100 * *request.audit);
}

int carry_out(const Study& study, const RunCommandOptions& options, Selection selection, Interruption& interruption) {
  selection = drawn(study, std::move(selection));
  refuse_empty_selection(study, selection);
  tell_empty_shard(study, selection);
  if (options.dry_run) return dry_run(study, selection, interruption);
  tell_quicker_engine(study, options, selection, interruption);
  const RunSummary summary = told_run(study, options, std::move(selection), interruption);
  const bool ended = !summary.interrupted && summary.stopped.empty() && summary.gave_up.empty();
  if (ended && !options.quiet) tell_answer(options);
  return exit_status(summary);
}

int carry_out_checked(const Study& study, const RunCommandOptions& options, Selection selection,
                      Interruption& interruption) {
  return exit_status(told_run(study, options, std::move(selection), interruption));
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
      .time_limit = options.time_limit ? options.time_limit : study.time_limit,
      .memory_limit = memory_limit(options.memory_limit, jobs),
      .patience = milliseconds_of(options.patience),
      .progress = options.quiet ? ProgressDisplay::Mode::off : ProgressDisplay::Mode::automatic,
      .isolation = options.isolation == "scenario" ? ProcessPer::scenario : ProcessPer::group,
      .kept = kept_for(options.keep, options.database),
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
