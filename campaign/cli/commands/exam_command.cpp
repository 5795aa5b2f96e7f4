#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "analysis/queries/query_tables.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/run_end.h"
#include "campaign/exam/exam.h"
#include "campaign/run/selection_of.h"
#include "campaign/run/study_run.h"
#include "core/error.h"
#include "core/text/talk.h"

namespace palio {
namespace {

struct ExamOptions {
  std::vector<std::string> strategies;  // as typed: names, or commands
  CodeOptions code;
  Format format = Format::table;
  TypedRun run;
};

// A text with a blank is a command. Of code all strategies are examined.
ExamRequest request_of(const ExamOptions& options) {
  ExamRequest request{.examined = {}, .run = options.run};
  CodeOptions code = options.code;
  const auto is_command = [](const std::string& typed) { return typed.find(' ') != std::string::npos; };
  for (const std::string& typed : options.strategies)
    if (is_command(typed)) code.commands.push_back(typed);
  request.known = given_code(code);
  const auto add = [&](Recipe recipe) {
    if (std::ranges::find(request.examined, recipe) == request.examined.end())
      request.examined.push_back(std::move(recipe));
  };
  for (const std::string& typed : options.strategies)
    if (!is_command(typed)) add(parse_recipe(typed, request.known.named(recipe_name(typed)).parameters));
  for (const auto& own : request.known.custom())
    for (const Strategy& row : own->strategies())
      if (request.examined.empty() || code.commands.size() > options.code.commands.size())
        add({std::string(row.name), resolve(row.name, row.parameters, {})});
  if (request.examined.empty())
    throw UserError("name a strategy, as in palio exam HEFT, or a command, as in palio exam \"python3 mine.py\"");
  return request;
}

SqlValue rounded(std::optional<double> value) {
  return value ? SqlValue(std::round(*value * 1000) / 1000) : SqlValue();
}

std::vector<SqlValue> cells(const GapRow& row, const std::string& first) {
  return {first,
          row.graphs,
          std::round(row.optimal * 10) / 10,
          rounded(row.mean),
          rounded(row.margin),
          rounded(row.median),
          rounded(row.worst)};
}

// Of one strategy; nothing for tasks that it does not take.
void tell_parts(const std::vector<GapRow>& rows, const std::string& law, const std::string& strategy) {
  const auto is_part = [&](const GapRow& row) { return row.law == law && row.on != "all" && row.strategy == strategy; };
  if (std::ranges::none_of(rows, is_part)) return;
  say("\n");
  TableWriter parts(Format::table, {strategy, "graphs", "% optimal", "mean", "±", "median", "worst", "best other"});
  for (const GapRow& row : rows) {
    if (!is_part(row)) continue;
    std::vector<SqlValue> more = cells(row, row.on);
    more.push_back(or_null(row.best_of_others ? fmt::format("{} {:.3f}", row.best_other, *row.best_of_others) : ""));
    parts.row(more);
  }
  parts.finish();
}

// For people: per kind of tasks all strategies, then each of those examined.
void tell_tables(const std::vector<GapRow>& rows, const std::vector<std::string>& examined) {
  std::string law;
  for (const GapRow& of_law : rows) {
    if (of_law.law == law) continue;
    say("{}{} tasks, makespan / optimum of each graph\n", law.empty() ? "" : "\n", of_law.law);
    law = of_law.law;
    TableWriter all(Format::table, {"strategy", "graphs", "% optimal", "mean", "±", "median", "worst"});
    for (const GapRow& row : rows)
      if (row.law == law && row.on == "all") all.row(cells(row, row.strategy));
    all.finish();
    for (const std::string& strategy : examined) tell_parts(rows, law, strategy);
  }
}

void tell_rows(const std::vector<GapRow>& rows, Format format) {
  TableWriter table(format, {"law", "strategy", "graphs_with", "graphs", "percent_optimal", "mean_gap", "margin",
                             "median_gap", "worst_gap", "best_other", "its_mean_gap"});
  for (const GapRow& row : rows)
    table.row({row.law, row.strategy, row.on, row.graphs, row.optimal, row.mean, or_null(row.margin), row.median,
               row.worst, or_null(row.best_other), or_null(row.best_of_others)});
  table.finish();
}

int run_exam(const ExamOptions& options) {
  const ExamRequest request = request_of(options);
  const Study study = exam_study(request);
  std::vector<std::string> examined;
  for (const Recipe& recipe : request.examined)
    examined.push_back(label(recipe, request.known.named(recipe.name).parameters));
  if (!options.run.quiet)
    talk("palio: exam of {} on up to {} graphs with a known optimum; results go into {}\n",
         fmt::format("{}", fmt::join(examined, ", ")), options.run.sample, options.run.database);
  Interruption interruption;
  TypedRun run = options.run;
  run.next_command = "the same command";
  const RunSummary summary = run_study(study, run, selection_of(run, study), interruption);
  if (summary.failed > 0 || exit_status(summary) != k_success) tell_summary(summary, study, run);
  if (const int status = exit_status(summary); status != k_success && status != k_some_failed) return status;
  CampaignReader campaign(options.run.database);
  add_query_functions(campaign);
  const std::vector<GapRow> rows = exam_rows(campaign, examined);
  if (options.format == Format::table)
    tell_tables(rows, examined);
  else
    tell_rows(rows, options.format);
  const std::int64_t failed = campaign.counts().all_failed();
  if (failed > 0 && !options.run.quiet)
    talk("palio: {} scenarios failed, their graphs are missing above: palio status {} --failures says why\n", failed,
         brief_shell_word(options.run.database));
  return failed > 0 ? k_some_failed : exit_status(summary);
}

}  // namespace

void setup_exam(const CommandSyntax& app) {
  const auto [command, options] =
      add_command<ExamOptions>(app, "exam", "Run strategies on graphs whose optimum is known", run_exam);
  options.run.database = "exam.db";
  options.run.sample = "300";
  command.add_option("strategies STRATEGY", options.strategies,
                     "Strategies, or commands with a blank, as \"python3 mine.py\", whose strategies are all examined");
  command
      .add_option("--db F", options.run.database, "Campaign file; run again with it to resume, or for more strategies")
      .capture_default_str();
  command.add_option("--sample N", options.run.sample, "Number of graphs, of all sizes and kinds")
      .capture_default_str();
  add_jobs(command, options.run.jobs, "Scenarios");
  add_engine(command, options.run.engine, "fluid");
  add_code(command, options.code, CodeUse::names);
  add_format(command, options.format);
  command.add_flag("-q,--quiet", options.run.quiet, "No progress on stderr");
}

}  // namespace palio
