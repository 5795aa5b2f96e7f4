#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/options/run_options.h"
#include "campaign/cli/output/output.h"
#include "campaign/plan/explanation.h"
#include "campaign/run/projection.h"
#include "campaign/run/selection_of.h"
#include "campaign/session/progress.h"
#include "campaign/session/this_machine.h"
#include "campaign/until/run_until.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"
#include "core/text/visible_text.h"
#include "strategies/registry.h"

namespace palio {
namespace {

// The cells that name a scenario.
std::vector<SqlValue> scenario_cells(const Study& study, const Instance& instance, std::uint32_t strategy) {
  return {canonical_text(study.platforms[instance.platform].recipe),
          canonical_text(study.workloads[instance.workload].recipe), canonical_text(study.strategies[strategy])};
}

// How many scenarios would run or be skipped, by reason; then what the study's blocks leave out, which is no scenario.
void print_reasons(const Study& study, const Explanation& explanation, Format format) {
  TableWriter table(format, {"scenarios", "decision", "reason"});
  for (const auto& [reason, count] : explanation.summary())
    table.row({whole(count), std::string(to_text(reason.decision)), reason.why});
  for (const LeftOut& left : study.left_out)
    table.row({SqlValue(), "left out",
               fmt::format("{} {} point{}: {}, {}", count_text(left.points), left.kind, left.points == 1 ? "" : "s",
                           left.why, left.place)});
  table.finish();
}

// The first `left` scenarios with their reasons: the wanted ones in their order, then the others in the study's.
void print_reasons(const Study& study, const Selection& selection, const Explanation& explanation, std::uint64_t left,
                   Format format) {
  TableWriter table(format, {"platform", "workload", "strategy", "decision", "reason"});
  const auto print = [&](const Instance& instance) {
    for (const std::uint32_t strategy : study.strategies_of(instance.workload)) {
      if (left == 0) return;
      --left;
      std::vector<SqlValue> cells = scenario_cells(study, instance, strategy);
      const Reason& reason = explanation.reason(instance, strategy);
      cells.insert(cells.end(), {std::string(to_text(reason.decision)), reason.why});
      table.row(cells);
    }
  };
  InstanceStream wanted(study, selection), all(study, {});
  while (const std::optional<Instance> instance = left == 0 ? std::nullopt : wanted.next()) print(*instance);
  while (const std::optional<Instance> instance = left == 0 ? std::nullopt : all.next())
    if (!explanation.wanted(*instance)) print(*instance);
  table.finish();
}

struct PlanOptions {
  std::string study;
  TypedRun run;  // what it would be
  std::uint64_t probes = ProbeOptions{}.instances;
  std::uint64_t list = 0;
  CodeOptions code;
  bool explain = false;
  Format format = Format::table;

  RetryChoice retry_choice() const { return run.retry ? parse_retry_choice(*run.retry) : RetryChoice{}; }
};

std::string strategies_text(const Study& study) {
  std::vector<std::string> names;
  for (std::size_t s = 0; s < study.strategies.size(); ++s) {
    const Recipe& recipe = study.strategies[s];
    names.push_back(label(recipe, study.known.named(recipe.name).parameters));
    if (const std::uint64_t taken = study.classes.workloads_of(s); taken < study.workloads.size())
      names.back() += fmt::format(" (on {} workloads)", count_text(taken));
  }
  constexpr std::size_t k_column = 28;  // where print_plan() puts them
  const std::size_t width = screen_width() - k_column;
  std::vector<std::string> lines;
  for (const std::string& line : wrapped_lines(fmt::format("{}", fmt::join(names, ", ")), width, Breaks::blanks))
    for (std::string& part : wrapped_lines(line, width, Breaks::marks)) lines.push_back(std::move(part));
  constexpr std::size_t k_most = 8;  // lines, so that the counts stay on a screen
  if (lines.size() > k_most) {
    lines.resize(k_most);
    lines.back() = "...";
  }
  return fmt::format("{}", fmt::join(lines, "\n" + std::string(k_column, ' ')));
}

void print_why_none(NoProjection why) {
  switch (why) {
    case NoProjection::unasked: return;
    case NoProjection::nothing_to_run: return say("\nNo projection: nothing to run\n");
    case NoProjection::no_worker: return say("\nNo projection: the probes could not run\n");
    case NoProjection::all_failed: return say("\nNo projection: all probes that ended failed\n");
    case NoProjection::too_slow:
      say("\nNo projection: the probes did not come to the end of each strategy within {} s\nTo project from a part: "
          "palio run STUDY --sample 20 --db F, then palio plan STUDY --db F\n",
          ProbeOptions{}.seconds);
  }
}

std::string_view dealt(ShardRule rule) {
  switch (rule) {
    case ShardRule::rounds: return "dealt in rounds";
    case ShardRule::costs: return "dealt by costs";
  }
  return {};
}

// What leaves scenarios out: "where hosts = machines, --sample".
std::string restrictions_text(const Study& study, const Selection& selection) {
  std::vector<std::string> restrictions;
  if (study.is_filtered()) restrictions.push_back(conditions_text(study));
  if (selection.sample > 0) restrictions.emplace_back("--sample");
  if (selection.shard.count > 1) restrictions.emplace_back("--shard");
  if (!selection.where.empty()) restrictions.emplace_back("--where");
  return fmt::format("{}", fmt::join(restrictions, ", "));
}

void print_plan(const Study& study, const PlanOptions& options, const Selection& selection, const PlanFigures& plan) {
  constexpr std::size_t k_indent = 32;  // of what is wanted
  const Shard& shard = selection.shard;
  const bool restricted = study.scenario_count() < study.instance_count() * study.strategies.size();
  say("{}: {}\n", visible_line(study.name), visible_line(study.title));
  if (!study.source.empty()) say("{}\n", study.source);
  say("\n  {:>13} platforms\nx {:>13} workloads\n= {:>13} instances\nx {:>13} strategies  {}\n= {:>13} scenarios{}\n",
      count_text(study.platforms.size()), count_text(study.workloads.size()), count_text(study.instance_count()),
      count_text(study.strategies.size()), strategies_text(study), count_text(study.scenario_count()),
      restricted ? "  (not every strategy takes every workload)" : "");
  if (plan.state.wanted != study.scenario_count())
    say("  {:>13} of them wanted: {}\n", count_text(plan.state.wanted),
        fmt::format("{}", fmt::join(wrapped_lines(restrictions_text(study, selection), screen_width() - k_indent,
                                                  Breaks::blanks),
                                    "\n" + std::string(k_indent, ' '))));
  if (shard.count > 1)
    say("  {:>13} instances in shard {}/{}, {}\n", count_text(plan.state.instances), shard.index, shard.count,
        dealt(shard.rule));
  if (!options.run.database.empty())
    say("  {:>13} stored in {}\n  {:>13} to run\n", count_text(plan.state.stored), options.run.database,
        count_text(plan.state.wanted - plan.state.stored));
  for (const Projection& projection : plan.projections)
    say("\nProjected from {} {}, {}: {} of CPU, {} on {} cores", count_text(projection.observations),
        projection.source == "stored" ? "stored costs" : "probes", projection.engine, duration_text(projection.cpu),
        duration_text(projection.cpu / cores()), cores());
  if (plan.projections.empty())
    print_why_none(plan.why_none);
  else
    say("\n");
}

void print_figures(const Study& study, const PlanFigures& plan, Format format) {
  TableWriter table(format, {"study", "platforms", "workloads", "instances", "strategies", "scenarios", "wanted",
                             "stored", "projected_cpu_s", "projected_wall_s", "cores", "projected_from", "observations",
                             "engine", "wanted_instances"});
  const auto row = [&](const std::optional<Projection>& projection) {
    const bool known = projection.has_value();
    table.row({study.name, whole(study.platforms.size()), whole(study.workloads.size()), whole(study.instance_count()),
               whole(study.strategies.size()), whole(study.scenario_count()), whole(plan.state.wanted),
               whole(plan.state.stored), known ? SqlValue(projection->cpu) : SqlValue(),
               known ? SqlValue(projection->cpu / cores()) : SqlValue(), std::int64_t{cores()},
               known ? SqlValue(projection->source) : SqlValue(), whole(known ? projection->observations : 0),
               known ? SqlValue(std::string(projection->engine)) : SqlValue(), whole(plan.state.instances)});
  };
  for (const Projection& projection : plan.projections) row(projection);
  if (plan.projections.empty()) row(std::nullopt);
  table.finish();
}

void print_scenarios(const Study& study, const PlanOptions& options, const Selection& selection) {
  TableWriter table(options.format, {"platform", "workload", "strategy"});
  InstanceStream stream(study, selection);
  std::uint64_t left = options.list;
  while (const std::optional<Instance> instance = left == 0 ? std::nullopt : stream.next())
    for (const std::uint32_t strategy : stream.strategies(*instance)) {
      if (left == 0) break;
      --left;
      table.row(scenario_cells(study, *instance, strategy));
    }
  table.finish();
}

void explain(const Study& study, const PlanOptions& options, const Selection& selection) {
  Explanation explanation(study, selection);
  if (!options.run.database.empty()) explanation.read(CampaignReader(options.run.database), options.retry_choice());
  if (options.list > 0)
    print_reasons(study, selection, explanation, options.list, options.format);
  else
    print_reasons(study, explanation, options.format);
}

void project(const Study& study, const PlanOptions& options, const Selection& selection) {
  const PlanFigures plan = plan_figures(study, selection,
                                        {.database = options.run.database,
                                         .engine = options.run.engine,
                                         .retry = options.retry_choice(),
                                         .probes = options.probes});
  if (options.format == Format::table)
    print_plan(study, options, selection, plan);
  else
    print_figures(study, plan, options.format);
}

int run_plan(const PlanOptions& options) {
  const Study study = study_with_draws(study_file(options.study), beside_study(options.code), options.run.database);
  const Selection selection = drawn(study, selection_of(options.run, study));
  refuse_empty_selection(study, selection);
  tell_empty_shard(study, selection);
  if (options.explain)
    explain(study, options, selection);
  else if (options.list > 0)
    print_scenarios(study, options, selection);
  else
    project(study, options, selection);
  return k_success;
}

}  // namespace

void setup_plan(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<PlanOptions>(app, "plan", "Count what a study would run and project how long it takes", run_plan);
  add_study(command, options.study).required();
  command.add_option("--db F", options.run.database,
                     "Campaign file: what is stored, what is left, how long it will take");
  add_typed_options(command, options.run, k_part_options);
  add_engine(command, options.run.engine, "each in turn, or the study's");
  command
      .add_option(
          "--probes N", options.probes,
          "Instances to run for the projection when no cost is stored; their results are not stored, 0 runs none")
      .capture_default_str()
      .count(0, k_any_count);
  add_retry(command, options.run.retry);
  add_code(command, options.code, CodeUse::names);
  command.add_option("--list N", options.list, "Print the first N scenarios instead").count(1, k_any_count);
  command.add_flag("--explain", options.explain,
                   "Say why scenarios would run or be skipped, and what the study leaves out: counts, or with --list "
                   "each one");
  add_format(command, options.format);
}

}  // namespace palio
