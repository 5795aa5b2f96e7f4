#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <thread>

#include "campaign/cli/commands.h"
#include "campaign/cli/options.h"
#include "campaign/progress.h"
#include "campaign/stored_campaign.h"
#include "strategies/registry.h"

namespace palio {
namespace {

struct PlanOptions {
  std::string study;
  std::string database;
  SelectionOptions selection;
  std::uint64_t list = 0;
  Format format = Format::table;
};

struct PlanFigures {
  CampaignState state;        // stored: in the database that was named
  double projected_cpu = -1;  // s for what is missing; negative: unknown
};

double mean_stored_cost(const CampaignReader& reader) {
  double mean = -1;
  reader.query(
      "SELECT avg(total_time) FROM result WHERE outcome = 'completed'", [](const auto&) {},
      [&](const auto& row) {
        if (const auto* value = std::get_if<double>(&row.front())) mean = *value;
      });
  return mean;
}

PlanFigures figures(const Study& study, const PlanOptions& options) {
  const Selection selection = options.selection.selection();
  if (options.database.empty()) {
    DoneSet nothing(study, {});
    return {count_state(study, selection, nothing), -1};
  }
  const CampaignReader reader(options.database);
  PlanFigures result{count_state(study, selection, read_done(study, stored_ids(study, reader), reader)), -1};
  if (const double mean = mean_stored_cost(reader); mean >= 0)
    result.projected_cpu = mean * static_cast<double>(result.state.wanted - result.state.stored);
  return result;
}

std::string strategy_names(const Study& study) {
  std::vector<std::string> names;
  for (const Recipe& recipe : study.strategies) names.push_back(label(recipe, strategy(recipe.name).parameters));
  return fmt::format("{}", fmt::join(names, ", "));
}

void print_plan(const Study& study, const PlanOptions& options, const PlanFigures& plan) {
  fmt::print("{}: {}\n", study.name, study.title);
  if (!study.source.empty()) fmt::print("{}\n", study.source);
  fmt::print(
      "\n  {:>13} platforms\nx {:>13} workloads\n= {:>13} instances\nx {:>13} strategies  {}\n= {:>13} scenarios\n",
      count_text(study.platforms.size()), count_text(study.workloads.size()), count_text(study.instance_count()),
      count_text(study.strategies.size()), strategy_names(study), count_text(study.scenario_count()));
  if (plan.state.wanted != study.scenario_count())
    fmt::print("  {:>13} of them wanted: --sample and --shard\n", count_text(plan.state.wanted));
  if (options.database.empty()) return;
  fmt::print("  {:>13} stored in {}\n  {:>13} to run\n", count_text(plan.state.stored), options.database,
             count_text(plan.state.wanted - plan.state.stored));
  if (plan.projected_cpu >= 0)
    fmt::print("\nProjected from the stored costs: {} of CPU, {} on {} cores\n", duration_text(plan.projected_cpu),
               duration_text(plan.projected_cpu / std::thread::hardware_concurrency()),
               std::thread::hardware_concurrency());
}

void print_figures(const Study& study, const PlanFigures& plan, Format format) {
  TableWriter table(stdout, format);
  table.header({"study", "platforms", "workloads", "instances", "strategies", "scenarios", "wanted", "stored",
                "projected_cpu_s"});
  const auto count = [](std::uint64_t value) { return SqlValue(static_cast<std::int64_t>(value)); };
  table.row({study.name, count(study.platforms.size()), count(study.workloads.size()), count(study.instance_count()),
             count(study.strategies.size()), count(study.scenario_count()), count(plan.state.wanted),
             count(plan.state.stored), plan.projected_cpu >= 0 ? SqlValue(plan.projected_cpu) : SqlValue()});
  table.finish();
}

void print_scenarios(const Study& study, const PlanOptions& options) {
  TableWriter table(stdout, options.format);
  table.header({"platform", "workload", "strategy"});
  InstanceStream stream(study, options.selection.selection());
  std::uint64_t left = options.list;
  while (left > 0) {
    const std::optional<Instance> instance = stream.next();
    if (!instance) break;
    for (std::size_t s = 0; s < study.strategies.size() && left > 0; ++s, --left)
      table.row({canonical_text(study.platforms[instance->platform].recipe),
                 canonical_text(study.workloads[instance->workload].recipe), canonical_text(study.strategies[s])});
  }
  table.finish();
}

int run_plan(const PlanOptions& options) {
  const Study study = load_study(study_file(options.study));
  if (options.list > 0) {
    print_scenarios(study, options);
    return k_success;
  }
  const PlanFigures plan = figures(study, options);
  if (options.format == Format::table)
    print_plan(study, options, plan);
  else
    print_figures(study, plan, options.format);
  return k_success;
}

}  // namespace

void setup_plan(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<PlanOptions>();
  CLI::App* command = app.add_subcommand("plan", "Count what a study would run; runs nothing");
  command->add_option("study", options->study, "Study file, or the name of a study that comes with Palio")
      ->required()
      ->type_name("STUDY");
  command->add_option("--db", options->database, "Campaign file: what is stored, what is left, how long it takes")
      ->type_name("F");
  add_selection(*command, options->selection);
  command->add_option("--list", options->list, "Print the first N scenarios instead")
      ->type_name("N")
      ->check(CLI::PositiveNumber.description(""));
  add_format(*command, options->format);
  command->callback([options, &chosen] { chosen = [options] { return run_plan(*options); }; });
}

}  // namespace palio
