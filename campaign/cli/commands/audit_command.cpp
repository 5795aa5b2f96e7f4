#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/run_options.h"
#include "campaign/plan/engine.h"
#include "campaign/replay/audit.h"
#include "campaign/session/this_machine.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"
#include "runners/client/worker_runner.h"

namespace palio {
namespace {

struct AuditCommand {
  std::string database, engine;
  std::string sample = "1%";
  std::int64_t seed = 1;
  int jobs = 0;                      // 0: one per core
  std::optional<double> time_limit;  // s
  std::string memory_limit;          // as typed
  std::string patience;              // as typed
  CodeOptions code;
  Format format = Format::table;
  bool quiet = false;
};

void print_findings(const AuditSummary& summary, Format format) {
  if (summary.findings.empty() && format == Format::table) return;
  TableWriter table(format, {"scenario", "value", "stored", "replayed", "again"});
  // Tables round numbers, but here the last digit matters.
  const auto cell = [&](const SqlValue& value) -> SqlValue {
    const bool rounded = std::holds_alternative<double>(value) && format == Format::table;
    return rounded ? SqlValue(exact_text(value)) : value;
  };
  for (const AuditFinding& finding : summary.findings)
    table.row({finding.scenario, finding.difference.what, cell(finding.difference.stored),
               cell(finding.difference.replayed), cell(finding.again)});
  table.finish();
}

void tell_counts(const AuditSummary& summary, const AuditCommand& command, double tolerance) {
  if (summary.stored == 0) return talk("{}: nothing is stored yet, so there is nothing to audit\n", command.database);
  const std::string equal = tolerance > 0 ? fmt::format("up to a relative {}", tolerance) : "to the last bit";
  talk("{}: {} of {} scenarios chosen (seed {}): {} equal {}, {} different\n", command.database,
       count_text(summary.chosen), count_text(summary.stored), command.seed, count_text(summary.equal), equal,
       count_text(summary.different));
  if (summary.unsteady > 0)
    talk("{} answered differently twice: their strategies do not depend on the scenario alone\n",
         count_text(summary.unsteady));
  if (summary.limited > 0)
    talk("{} not compared: they ended at a limit of time or memory, which depends on the machine\n",
         count_text(summary.limited));
  if (summary.interrupted) talk("interrupted: the others were not replayed\n");
}

int run_audit_command(const AuditCommand& command) {
  const std::string_view stored = engine_of(CampaignReader(command.database)).name;
  const EngineChoice& engine = engine_named(command.engine.empty() ? stored : command.engine);
  Interruption interruption;
  const int jobs = command.jobs > 0 ? command.jobs : cores();
  const auto patience = std::make_shared<Patience>(patience_of(command.patience));  // of all slots
  AuditOptions options{.database = command.database,
                       .sample = parse_audit_sample(command.sample),
                       .seed = command.seed,
                       .jobs = jobs,
                       .time_limit = command.time_limit,
                       .memory_limit = memory_limit(command.memory_limit, jobs),
                       .progress = command.quiet ? ProgressDisplay::Mode::off : ProgressDisplay::Mode::automatic,
                       .tolerance = engine.name == stored ? k_same_bits : k_same_dates,
                       .make_runner = [&] { return std::make_unique<WorkerRunner>(worker_program(engine), patience); },
                       .given = given_code(command.code, CampaignReader(command.database))};
  const AuditSummary summary = run_audit(options, interruption);
  print_findings(summary, command.format);
  tell_counts(summary, command, options.tolerance);
  if (summary.interrupted) return k_interrupted;
  return summary.different + summary.unsteady > 0 ? k_some_failed : k_success;
}

}  // namespace

void setup_audit(const CommandSyntax& app) {
  const auto [command, options] = add_command<AuditCommand>(
      app, "audit", "Replay a random sample of a campaign and report any difference", run_audit_command);
  command.add_option("database F", options.database, "Campaign file").required();
  command.add_option("--sample N|P%", options.sample, "Number or share of the stored scenarios (default: 1%)");
  command.add_option("--seed S", options.seed, "Seed that chooses the sample (default: 1)");
  add_jobs(command, options.jobs, "Simulations");
  add_replay_limits(command, options.time_limit, options.memory_limit, "a scenario");
  add_engine(command, options.engine, "the campaign's");
  add_code(command, options.code, CodeUse::campaign);
  add_typed_option(command, "--patience", options.patience);
  add_format(command, options.format);
  command.add_flag("-q,--quiet", options.quiet, "No progress on stderr");
}

}  // namespace palio
