#include "campaign/cli/run_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <thread>
#include <utility>

#include "campaign/cli/commands.h"
#include "core/talk.h"
#include "runners/dry_runner.h"
#include "runners/worker_runner.h"
#include "storage/network_file_system.h"

namespace palio {
namespace {

int dry_run(const Study& study, const Selection& selection) {
  DryRunner runner(stdout);
  InstanceStream stream(study, selection);
  while (const std::optional<Instance> instance = stream.next())
    runner.run({.id = 0,
                .platform = study.platforms[instance->platform],
                .workload = study.workloads[instance->workload],
                .strategies = study.strategies},
               {});
  return k_success;
}

void print_summary(const RunSummary& summary, const std::string& database) {
  if (summary.planned == 0)
    talk("{}: nothing is missing, {} scenarios are stored\n", database, count_text(summary.stored_before));
  if (summary.failed > 0)
    talk("{} scenarios failed: palio query {} \"SELECT * FROM failures\"\n", count_text(summary.failed), database);
  if (summary.interrupted)
    talk("interrupted; what is finished is saved in {0}. To go on: palio resume {0}\n", database);
}

int exit_status(const RunSummary& summary) {
  if (summary.interrupted) return k_interrupted;
  return summary.failed > 0 ? k_some_failed : k_success;
}

}  // namespace

void add_run_options(CLI::App& command, RunCommandOptions& options) {
  command.add_option("-j,--jobs", options.jobs, "Simulations side by side; one per core unless given")
      ->type_name("N")
      ->check(CLI::Range(1, 4096).description(""));
  command.add_option("--timeout", options.time_limit, "Seconds a scenario may take; without it, as long as it needs")
      ->type_name("S")
      ->check(CLI::PositiveNumber.description(""));
  add_selection(command, options.selection);
  command.add_flag("-q,--quiet", options.quiet, "No progress on stderr");
}

int carry_out(const Study& study, const RunCommandOptions& options, const Selection& selection) {
  if (options.dry_run) return dry_run(study, selection);
  if (const auto warning = network_file_system_warning(options.database)) talk("palio: warning: {}\n", *warning);
  Interruption interruption;                                      // before any thread, so that all block its signals
  auto first = std::make_unique<WorkerRunner>(worker_program());  // says what the engine is, then takes the first slot
  const EngineInfo engine = first->hello().engine;
  RunOptions run{
      .database = options.database,
      .jobs = options.jobs > 0 ? options.jobs : static_cast<int>(std::thread::hardware_concurrency()),
      .selection = selection,
      .time_limit = options.time_limit,
      .progress = options.quiet ? ProgressDisplay::Mode::off : ProgressDisplay::Mode::automatic,
      .engine = engine,
      .make_runner = [&] { return first ? std::move(first) : std::make_unique<WorkerRunner>(worker_program()); }};
  const RunSummary summary = run_campaign(study, run, interruption);
  print_summary(summary, options.database);
  return exit_status(summary);
}

}  // namespace palio
