#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <csignal>
#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/output.h"
#include "campaign/cli/output/schedule_outputs.h"
#include "campaign/cli/output/table.h"
#include "campaign/cli/syntax/syntax.h"
#include "campaign/plan/engine.h"
#include "campaign/replay/replay.h"
#include "campaign/replay/stored_scenario.h"
#include "campaign/run/one_run.h"
#include "campaign/session/this_machine.h"
#include "core/error.h"
#include "core/identity/engine_choice.h"
#include "core/text/talk.h"
#include "core/tool.h"
#include "runners/wire/lines.h"
#include "runners/wire/protocol.h"

namespace palio {
namespace {

// An unnamed file that exists as long as the debugger runs: gdb keeps this process's id.
std::string request_file(const RunRequest& request) {
  const int file = memfd_create("palio-request", 0);
  if (file < 0 || !write_line(file, encode(request))) throw_errno("cannot write the request for the debugger");
  return fmt::format("/proc/{}/fd/{}", getpid(), file);
}

// Replaces this process by gdb with a worker that is ready to run this request in its own process. Throws UserError if
// gdb is missing.
[[noreturn]] void debug(const RunRequest& request, const EngineChoice& engine) {
  std::string program = "gdb", quiet = "-q", arguments = "--args", one = "--one";
  std::string worker = worker_program(engine).string();
  std::string file = request_file(request);
  talk(
      "gdb: the scenario runs in the worker's own process. \"break palio::run_scenario\" and \"run\" stop ahead of "
      "it.\n");
  std::signal(SIGPIPE, SIG_DFL);
  const RequestsLetThrough to_gdb;
  std::array<char*, 7> values{program.data(), quiet.data(), arguments.data(), worker.data(),
                              one.data(),     file.data(),  nullptr};
  execvp(program.c_str(), values.data());
  if (errno == ENOENT) throw UserError("--gdb needs gdb, which is not installed: apt-get install gdb");
  throw_errno("cannot start gdb");
}

struct ReplayOptions {
  std::string database, scenario, engine;
  std::optional<double> time_limit;  // s
  std::string memory_limit;          // as typed
  int realization = -1;              // -1: the plan executed as estimated
  ScheduleOutputs outputs;
  CodeOptions code;
  bool gdb = false;
};

RunRequest request_of(const StoredScenario& stored, const ReplayOptions& options) {
  RunRequest request = replay_request(stored);
  if (options.time_limit) request.time_limit = *options.time_limit;
  request.memory_limit = memory_limit(options.memory_limit, cores()).bytes;
  if (options.outputs.need_schedule()) request.detail = Detail::schedule;
  request.trace = options.outputs.trace;
  if (options.realization < 0) return request;
  request.realization = options.realization;
  request.detail = std::max(request.detail, Detail::realizations);
  refuse_missing_realization(request);
  return request;
}

std::string metric_text(const Outcome& outcome, const MetricInfo& metric) {
  const auto* completed = std::get_if<Completed>(&outcome);
  if (completed == nullptr || std::isnan(completed->metrics[metric])) return {};
  return fmt::format("{}", completed->metrics[metric]);
}

void print_scenario(const StoredScenario& stored) {
  std::string text;
  TableWriter lines(text, Format::line, screen_width());
  lines.header({"scenario", "platform", "workload", "strategy"});
  lines.row({stored.id, stored.platform_label, stored.workload_label, stored.strategy_label});
  lines.finish();
  say("{}\n", text);
}

std::string realization_text(const Outcome& outcome, int r, auto field) {
  const auto* completed = std::get_if<Completed>(&outcome);
  const auto place = static_cast<std::size_t>(r);
  if (completed == nullptr || place >= completed->realizations.size()) return {};
  return fmt::format("{}", completed->realizations[place].*field);
}

// `r`: of the realization that is shown as well; -1: none.
void print_metrics(const StoredScenario& stored, const Outcome& replayed, int r) {
  TableWriter table(Format::table, {"metric", "stored", "replayed", "unit"});
  table.row({std::string("outcome"), std::string(outcome_word(stored.outcome)), std::string(outcome_word(replayed)),
             std::string()});
  for (const MetricInfo& info : metric_table()) {
    const std::string before = metric_text(stored.outcome, info);
    const std::string now = metric_text(replayed, info);
    if (!before.empty() || !now.empty()) table.row({std::string(info.name), before, now, std::string(info.unit)});
  }
  const auto add_realization = [&](std::string_view what, auto field, const char* unit) {
    table.row({fmt::format("realization {}: {}", r, what), realization_text(stored.outcome, r, field),
               realization_text(replayed, r, field), std::string(unit)});
  };
  if (r >= 0) {
    add_realization("makespan", &RealizationMetrics::makespan, "s");
    add_realization("replans", &RealizationMetrics::replans, "");
  }
  table.finish();
  say("\n");
}

void print_failure(const Outcome& replayed) {
  const auto* failure = std::get_if<Failure>(&replayed);
  if (failure == nullptr) return;
  const std::string& tail = failure->stderr_tail;
  say("{}: {}\n{}{}\n", to_text(failure->kind), failure->message, tail,
      tail.empty() || tail.ends_with('\n') ? "" : "\n");
}

// Other versions may give other results.
void print_versions(const StoredScenario& stored, const Hello& now) {
  if (stored.engine.name != now.engine.name || stored.engine.version != now.engine.version)
    say("It was stored by {} {}, and replayed by {} {}.\n", stored.engine.name, stored.engine.version, now.engine.name,
        now.engine.version);
  if (stored.palio_version != now.version)
    say("It was stored by palio {}, and replayed by palio {}.\n", stored.palio_version, now.version);
}

// If the first replay differs, replays again: the strategy may answer differently each time.
void print_second_answer(const Outcome& replayed, RunRequest request, const EngineChoice& engine) {
  request.trace.clear();
  const Outcome again = run_once(request, engine).result.outcome;
  if (ran_into_limit(again) || was_killed(again)) return;
  const std::vector<ReplayDifference> found = differences(replayed, again);
  if (found.empty()) return;
  say("{}, so its strategy does not depend on the scenario alone:\n",
      as_is(painted("It answered differently twice", Style::bad, STDOUT_FILENO)));
  for (const auto& [what, first, second] : found) say("{}: {}, then {}\n", what, exact_text(first), exact_text(second));
}

int print_verdict(const StoredScenario& stored, const OneRun& replayed, const RunRequest& request,
                  const EngineChoice& engine) {
  if (ran_into_limit(stored.outcome)) {
    say("Not compared: it failed at a limit ({}), which depends on the machine; now: {}.\n",
        outcome_word(stored.outcome), outcome_word(replayed.result.outcome));
    return k_success;
  }
  const bool same_engine = stored.engine.name == replayed.worker.engine.name;
  const std::vector<ReplayDifference> found =
      differences(stored.outcome, replayed.result.outcome, same_engine ? k_same_bits : k_same_dates);
  if (found.empty()) {
    const bool completed = std::holds_alternative<Completed>(stored.outcome);
    const std::string equal = same_engine ? "to the last bit" : fmt::format("up to a relative {}", k_same_dates);
    say("{}\n", as_is(painted(completed ? fmt::format("Equal to the stored result, {}.", equal)
                                        : "It fails in the same way as stored.",
                              Style::good, STDOUT_FILENO)));
    return k_success;
  }
  const std::string differ = found.size() == 1 ? "1 value differs" : fmt::format("{} values differ", found.size());
  say("{} from the stored result:\n", as_is(painted(differ, Style::bad, STDOUT_FILENO)));
  for (const auto& [what, before, now] : found)
    say("{}: stored {}, replayed {}\n", what, exact_text(before), exact_text(now));
  if (ran_into_limit(replayed.result.outcome))
    say("Limits of time and memory depend on the machine; --timeout S and --memory M set others.\n");
  else
    print_second_answer(replayed.result.outcome, request, engine);
  print_versions(stored, replayed.worker);
  return k_some_failed;
}

int run_replay(ReplayOptions options) {
  for (const auto& [option, file] : options.outputs.wanted()) refuse_campaign(option, file, options.database);
  check_outputs(options.outputs);
  if (options.realization >= 0 && !options.outputs.trace.empty())
    throw UserError("--trace is of the plan executed as estimated: leave out --realization, or write --gantt");
  auto reader = std::make_unique<CampaignReader>(options.database);
  const StoredScenario stored =
      read_scenario(*reader, find_scenario(*reader, options.scenario), given_code(options.code, *reader));
  reader.reset();
  const RunRequest request = request_of(stored, options);
  const EngineChoice& engine =
      options.engine.empty() ? stored_engine(stored.engine.name) : engine_named(options.engine);
  if (options.gdb) debug(request, engine);
  OneRun replayed = run_once(request, engine);
  if (was_killed(replayed.result.outcome)) replayed = run_once(request, engine);  // usually by another program
  print_scenario(stored);
  if (!options.outputs.any()) print_metrics(stored, replayed.result.outcome, request.realization);
  print_failure(replayed.result.outcome);
  tell_words(replayed);
  const int status = print_verdict(stored, replayed, request, engine);
  std::fflush(stdout);
  if (!std::holds_alternative<Completed>(replayed.result.outcome)) {
    if (options.outputs.any()) talk("the scenario failed and has no schedule: no file is complete\n");
    return status;
  }
  if (!options.outputs.trace.empty()) check_trace(options.outputs.trace);
  if (!options.outputs.need_schedule()) return status;
  if (!replayed.detail) refuse_long_schedule();
  write_outputs(
      options.outputs,
      simulated_scenario(request, replayed.worker.engine, std::move(replayed.result), std::move(*replayed.detail)),
      options.realization < 0 ? stored.strategy_label
                              : fmt::format("{}, realization {}", stored.strategy_label, options.realization),
      fmt::format("{} on {}", stored.workload_label, stored.platform_label));
  return status;
}

}  // namespace

void setup_replay(const CommandSyntax& app) {
  const auto [command, options] = add_command<ReplayOptions>(
      app, "replay", "Run one stored scenario again, compare, show its schedule", run_replay);
  command.add_option("database F", options.database, "Campaign file").required();
  command.add_option("scenario SCENARIO", options.scenario, "Id from column scenario of results, or its first digits")
      .required();
  add_replay_limits(command, options.time_limit, options.memory_limit, "it");
  add_engine(command, options.engine, "the one that stored it");
  add_code(command, options.code, CodeUse::campaign);
  add_schedule_outputs(command, options.outputs);
  command
      .add_option("--realization R", options.realization,
                  "Show realization R of an uncertain workload, from 0, instead of the plan executed as estimated")
      .count(0, 999'999);
  command.add_flag("--gdb", options.gdb, "Start it under the debugger instead");
}

}  // namespace palio
