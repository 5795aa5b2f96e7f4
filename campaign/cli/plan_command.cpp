#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "campaign/cli/commands.h"
#include "campaign/cli/options.h"
#include "campaign/cli/plan_explanation.h"
#include "campaign/cores.h"
#include "campaign/costs/projection.h"
#include "campaign/costs/stored_costs.h"
#include "campaign/progress.h"
#include "campaign/stored_campaign.h"
#include "runners/worker_runner.h"
#include "strategies/registry.h"

namespace palio {
namespace {

struct PlanOptions {
  std::string study;
  std::string database;
  SelectionOptions selection;
  std::optional<std::string> retry;
  std::uint64_t probes = ProbeOptions{}.instances;
  std::uint64_t list = 0;
  bool explain = false;
  Format format = Format::table;

  RetryChoice retry_choice() const { return retry ? parse_retry_choice(*retry) : RetryChoice{}; }
};

// Where a projection comes from; the words of the output.
struct Projection {
  std::string source;              // "stored" or "probes"; empty: there is none
  std::uint64_t observations = 0;  // scenarios whose cost was looked at
  double cpu = 0;                  // s for what is missing
};

struct PlanFigures {
  CampaignState state;  // stored: in the database that was named
  Projection projection;
};

std::vector<CostObservation> probe(const Study& study, std::uint64_t instances) {
  if (instances == 0) return {};
  return run_probes(study, {.instances = instances, .jobs = cores(), .make_runner = [] {
                              return std::make_unique<WorkerRunner>(worker_program());
                            }});
}

PlanFigures figures(const Study& study, const PlanOptions& options) {
  const Selection selection = options.selection.selection();
  DoneSet done(study, {});
  std::vector<CostObservation> costs;
  if (!options.database.empty()) {
    const CampaignReader reader(options.database);
    const DimensionIds ids = stored_ids(study, reader);
    done = read_done(study, ids, reader, RetryList(reader, options.retry_choice()));
    costs = read_stored_costs(ids, reader);
  }
  PlanFigures plan{count_state(study, selection, done), {"stored", costs.size(), 0}};
  if (costs.empty() && plan.state.stored < plan.state.wanted) {
    costs = probe(study, options.probes);
    plan.projection = {"probes", costs.size(), 0};
  }
  if (costs.empty()) return {plan.state, {}};
  plan.projection.cpu = remaining_cost(study, selection, done, CostModel(study, costs));
  return plan;
}

std::string strategy_names(const Study& study) {
  std::vector<std::string> names;
  for (const Recipe& recipe : study.strategies) names.push_back(label(recipe, strategy(recipe.name).parameters));
  return fmt::format("{}", fmt::join(names, ", "));
}

void print_projection(const Projection& projection, const PlanOptions& options) {
  if (!projection.source.empty())
    fmt::print("\nProjected from {} {}: {} of CPU, {} on {} cores\n", count_text(projection.observations),
               projection.source == "stored" ? "stored costs" : "probes", duration_text(projection.cpu),
               duration_text(projection.cpu / cores()), cores());
  else if (options.probes > 0)
    fmt::print("\nNo projection: none of the probes ended within {} s\n", ProbeOptions{}.seconds);
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
  if (!options.database.empty())
    fmt::print("  {:>13} stored in {}\n  {:>13} to run\n", count_text(plan.state.stored), options.database,
               count_text(plan.state.wanted - plan.state.stored));
  print_projection(plan.projection, options);
}

void print_figures(const Study& study, const PlanFigures& plan, Format format) {
  const Projection& projection = plan.projection;
  const bool known = !projection.source.empty();
  TableWriter table(stdout, format);
  table.header({"study", "platforms", "workloads", "instances", "strategies", "scenarios", "wanted", "stored",
                "projected_cpu_s", "projected_wall_s", "cores", "projected_from", "observations"});
  const auto count = [](std::uint64_t value) { return SqlValue(static_cast<std::int64_t>(value)); };
  table.row({study.name, count(study.platforms.size()), count(study.workloads.size()), count(study.instance_count()),
             count(study.strategies.size()), count(study.scenario_count()), count(plan.state.wanted),
             count(plan.state.stored), known ? SqlValue(projection.cpu) : SqlValue(),
             known ? SqlValue(projection.cpu / cores()) : SqlValue(), std::int64_t{cores()},
             known ? SqlValue(projection.source) : SqlValue(), count(projection.observations)});
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

void explain(const Study& study, const PlanOptions& options) {
  const Selection selection = options.selection.selection();
  Explanation explanation(study, selection);
  if (!options.database.empty()) explanation.read(CampaignReader(options.database), options.retry_choice());
  if (options.list > 0)
    print_reasons(study, selection, explanation, options.list, options.format);
  else
    print_reasons(explanation, options.format);
}

int run_plan(const PlanOptions& options) {
  const Study study = load_study(study_file(options.study));
  if (options.explain) {
    explain(study, options);
    return k_success;
  }
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
  CLI::App* command = app.add_subcommand("plan", "Count what a study would run and project how long it takes");
  command->add_option("study", options->study, "Study file, or the name of a study that comes with Palio")
      ->required()
      ->type_name("STUDY");
  command->add_option("--db", options->database, "Campaign file: what is stored, what is left, how long it takes")
      ->type_name("F");
  add_selection(*command, options->selection);
  command
      ->add_option("--probes", options->probes,
                   "Instances to run for the projection when no cost is stored; nothing of them is stored, 0 runs none")
      ->type_name("N")
      ->capture_default_str();
  add_retry(*command, options->retry);
  command->add_option("--list", options->list, "Print the first N scenarios instead")
      ->type_name("N")
      ->check(CLI::PositiveNumber.description(""));
  command->add_flag("--explain", options->explain,
                    "Say why scenarios would run or be skipped: counts, or with --list each one");
  add_format(*command, options->format);
  command->callback([options, &chosen] { chosen = [options] { return run_plan(*options); }; });
}

}  // namespace palio
