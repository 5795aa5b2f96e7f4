#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/ingredient_argument.h"
#include "campaign/cli/options.h"
#include "core/talk.h"
#include "platforms/family.h"
#include "runners/simulation_json.h"
#include "runners/worker_runner.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

struct SimulateOptions {
  std::string platform, workload, strategy;
  double time_limit = 0;
  Format format = Format::table;
};

struct Simulated {
  ScenarioResult result;
  ScheduleDetail detail;
  EngineInfo engine;
};

Simulated simulate(const RunRequest& request) {
  WorkerRunner worker(worker_program());
  Simulated simulated{.result = {}, .detail = {}, .engine = worker.hello().engine};
  worker.run(request, [&](int, ScenarioResult result, std::optional<ScheduleDetail> detail) {
    simulated.result = std::move(result);
    if (detail) simulated.detail = std::move(*detail);
  });
  return simulated;
}

void print_metrics(const Completed& completed, const Cost& cost) {
  for (const MetricInfo& info : metric_table())
    if (const double value = completed.metrics[info.metric]; !std::isnan(value))
      fmt::print("{:<20} {:.10g}{}{}\n", info.name, value, info.unit.empty() ? "" : " ", info.unit);
  fmt::print("{:<20} {:.3g} s\n{:<20} {:.3g} s\n\n", "schedule_time", cost.schedule_time, "simulation_time",
             cost.simulation_time);
}

// Of workloads whose schedules have no tasks of task graphs to show.
int list_metrics(const Completed& completed, Format format) {
  TableWriter table(stdout, format);
  table.header({"metric", "value", "unit"});
  for (const MetricInfo& info : metric_table())
    if (const double value = completed.metrics[info.metric]; !std::isnan(value))
      table.row({std::string(info.name), value, std::string(info.unit)});
  table.finish();
  return k_success;
}

// "0-3,8": ranges of processor numbers.
std::string ranges(const std::vector<int>& processors) {
  std::string text;
  for (std::size_t i = 0; i < processors.size();) {
    std::size_t end = i;
    while (end + 1 < processors.size() && processors[end + 1] == processors[end] + 1) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : ",", processors[i]);
    if (end > i) text += fmt::format("-{}", processors[end]);
    i = end + 1;
  }
  return text;
}

void print_schedule(const Platform& platform, const Workload& workload, const ScheduleDetail& detail, Format format) {
  TableWriter table(stdout, format);
  table.header(
      {"application", "task", "cluster", "n", "processors", "predicted_start", "predicted_finish", "start", "finish"});
  for (std::size_t app = 0; app < workload.applications.size(); ++app) {
    for (std::size_t task = 0; task < detail.planned.placements[app].size(); ++task) {
      const Placement& planned = detail.planned.placements[app][task];
      const Placement& simulated = detail.execution.schedule.placements[app][task];
      table.row({static_cast<std::int64_t>(app), task_title(workload.applications[app].graph, static_cast<int>(task)),
                 platform.clusters[static_cast<std::size_t>(planned.cluster)].name,
                 static_cast<std::int64_t>(planned.processors.size()), ranges(planned.processors), planned.start,
                 planned.finish, simulated.start, simulated.finish});
    }
  }
  table.finish();
}

int report_failure(const Failure& failure) {
  talk("palio: {}: {}\n{}", to_text(failure.kind), failure.message, failure.stderr_tail);
  return k_some_failed;
}

int run_simulate(const SimulateOptions& options) {
  RunRequest request{.id = 1,
                     .platform = ingredient_argument(options.platform, "platform family", platform_families()),
                     .workload = ingredient_argument(options.workload, "workload family", workload_families()),
                     .strategies = {parse_recipe(options.strategy, strategy(recipe_name(options.strategy)).parameters)},
                     .time_limit = options.time_limit,
                     .detail = Detail::schedule};
  const Recipe& recipe = request.strategies.front();
  const Ingredient& p = request.platform;
  const Ingredient& w = request.workload;
  const AnyPlatform built_platform = platform_family(p.recipe.name).build(p.recipe, p.definition);
  const AnyWorkload built_workload = workload_family(w.recipe.name).build(w.recipe, w.definition);
  check_platform(strategy(recipe.name), built_platform);
  check_workload(strategy(recipe.name), built_workload);

  const Simulated simulated = simulate(request);
  if (const auto* failure = std::get_if<Failure>(&simulated.result.outcome)) return report_failure(*failure);
  const auto& completed = std::get<Completed>(simulated.result.outcome);
  if (!std::holds_alternative<Workload>(built_workload)) return list_metrics(completed, options.format);
  const Platform& platform = std::get<Platform>(built_platform);
  const Workload& workload = std::get<Workload>(built_workload);
  if (options.format == Format::json) {
    fmt::print("{}\n", simulation_json(platform, workload, canonical_text(recipe), simulated.engine, simulated.result,
                                       simulated.detail));
    return k_success;
  }
  if (options.format == Format::table) print_metrics(completed, simulated.result.cost);
  print_schedule(platform, workload, simulated.detail, options.format);
  return k_success;
}

}  // namespace

void setup_simulate(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<SimulateOptions>();
  CLI::App* command = app.add_subcommand("simulate", "Run one scenario and show its schedule");
  command
      ->add_option("--platform", options->platform,
                   "Platform file (docs/file-formats.md), or a recipe as --dry-run prints it")
      ->required()
      ->type_name("P.json|FAMILY:p=v,...");
  command->add_option("--workload", options->workload, "Workload file (docs/file-formats.md), or a recipe")
      ->required()
      ->type_name("W.json|FAMILY:p=v,...");
  command->add_option("--strategy", options->strategy, "Strategy with parameters, as in M-HEFT-IMP:threshold=0.1")
      ->required()
      ->type_name("NAME[:p=v,...]");
  command->add_option("--timeout", options->time_limit, "Seconds the scenario may take")
      ->type_name("S")
      ->check(CLI::PositiveNumber.description(""));
  add_format(*command, options->format);
  command->callback([options, &chosen] { chosen = [options] { return run_simulate(*options); }; });
}

}  // namespace palio
