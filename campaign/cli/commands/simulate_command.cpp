#include <cmath>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/options/spec_argument.h"
#include "campaign/cli/output/schedule_outputs.h"
#include "campaign/code/reading_watch.h"
#include "campaign/replay/replay.h"
#include "campaign/run/one_run.h"
#include "core/text/talk.h"
#include "platforms/family.h"
#include "runners/wire/simulated_scenario.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

struct SimulateOptions {
  std::string platform, workload, strategy, engine;
  double time_limit = 0;
  Format format = Format::table;
  ScheduleOutputs outputs;
  CodeOptions code;
};

void print_metrics(const Completed& completed, const Cost& cost) {
  for (const MetricInfo& info : metric_table())
    if (const double value = completed.metrics[info]; !std::isnan(value))
      say("{:<20} {:.10g}{}{}\n", info.name, value, info.unit.empty() ? "" : " ", info.unit);
  say("{:<20} {:.3g} s\n{:<20} {:.3g} s\n\n", "schedule_time", cost.schedule_time, "simulation_time",
      cost.simulation_time);
}

RunRequest request_of(const SimulateOptions& options) {
  const StrategySet known = given_code(options.code);
  RunRequest request{
      .id = 1,
      .platform = platform_argument(options.platform),
      .workload = workload_argument(options.workload),
      .strategies = {parse_recipe(options.strategy, known.named(recipe_name(options.strategy)).parameters)},
      .time_limit = options.time_limit,
      .detail = Detail::schedule,
      .trace = options.outputs.trace,
      .known = known};
  const Strategy& chosen = known.named(request.strategies.front().name);
  const auto& [p, p_definition] = request.platform;
  const auto& [w, w_definition] = request.workload;
  check_parameters(chosen, request.strategies.front().parameters);
  check_platform(chosen, platform_family(p.name).build(p, p_definition));
  check_workload(chosen, workload_family(w.name).build(w, w_definition));
  return request;
}

void print(const SimulatedScenario& scenario, Format format) {
  if (format == Format::json) {
    say("{}\n", as_is(simulation_json(scenario)));
    return;
  }
  if (format == Format::table) print_metrics(std::get<Completed>(scenario.result.outcome), scenario.result.cost);
  TableWriter table(format);
  write_schedule(table, scenario);
}

int run_simulate(SimulateOptions options) {
  check_outputs(options.outputs);
  const RunRequest request = request_of(options);
  const EngineChoice& engine = options.engine.empty() ? engine_table().front() : engine_named(options.engine);
  CommandWatches commands(request.known);
  OneRun run = run_once(request, engine);
  commands.tell();
  tell_words(run);
  auto& [result, detail, worker] = run;
  if (const auto* failure = std::get_if<Failure>(&result.outcome)) {
    talk("palio: {}: {}\n{}", to_text(failure->kind), failure->message, failure->stderr_tail);
    return k_some_failed;
  }
  if (!options.outputs.trace.empty()) check_trace(options.outputs.trace);
  if (!detail) {
    print_metrics(std::get<Completed>(result.outcome), result.cost);
    refuse_long_schedule();
  }
  const SimulatedScenario scenario = simulated_scenario(request, worker.engine, std::move(result), std::move(*detail));
  write_outputs(options.outputs, scenario, options.strategy,
                fmt::format("{} on {}", options.workload, options.platform));
  print(scenario, options.format);
  return k_success;
}

}  // namespace

void setup_simulate(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<SimulateOptions>(app, "simulate", "Run one scenario and show its schedule", run_simulate);
  command
      .add_option("--platform FILE|FAMILY:p=v,...", options.platform,
                  "Platform file (docs/file-formats.md), - for standard input, or a recipe as --dry-run prints it")
      .required();
  command
      .add_option("--workload FILE|FAMILY:p=v,...", options.workload,
                  "Workload file (docs/file-formats.md, docs/workflows.md), - for standard input, or a recipe, as in "
                  "workflow:path=w.dax,alpha=0.1")
      .required();
  command
      .add_option("--strategy NAME[:p=v,...]", options.strategy,
                  "Strategy with parameters, as in M-HEFT-IMP:threshold=0.1")
      .required();
  command.add_option("--timeout S", options.time_limit, "CPU seconds the scenario may take")
      .number(Least::above_zero, "seconds");
  add_engine(command, options.engine, std::string(engine_table().front().name));
  add_code(command, options.code, CodeUse::names);
  add_format(command, options.format);
  add_schedule_outputs(command, options.outputs);
}

}  // namespace palio
