#include <algorithm>
#include <span>

#include "analysis/compare/compare.h"
#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/output/output.h"
#include "core/error.h"
#include "core/text/count_text.h"
#include "core/text/json_text.h"
#include "core/text/talk.h"
#include "core/text/visible_text.h"

namespace palio {
namespace {

struct DiffOptions {
  std::string a;
  std::vector<std::string> others;  // each compared with it
  CompareOptions compare;
  Format format = Format::table;
};

std::string made_by_text(const ComparedCampaign& campaign) {
  std::string text;
  for (const MadeBy& made : campaign.made_by)
    text += fmt::format("{}palio {}, {} {}, {}", text.empty() ? "" : "; ", made.palio_version, made.engine,
                        made.engine_version, made.compiler);
  return text.empty() ? "nothing was run" : text;
}

void print_campaign(char side, const ComparedCampaign& campaign) {
  say("{}  {}: {}, {} results ({})\n", side, visible_line(campaign.file), visible_line(campaign.study),
      count_text(campaign.results), visible_line(made_by_text(campaign)));
}

struct Count {
  std::string_view name;  // in JSON
  std::string_view words;
  std::int64_t Comparison::*count;
};
constexpr auto k_counts =
    std::to_array<Count>({{"equal", "equal", &Comparison::equal},
                          {"outcome_changed", "with another outcome", &Comparison::outcome_changed},
                          {"metrics_changed", "with other metrics", &Comparison::metrics_changed},
                          {"only_a", "only in A", &Comparison::only_a},
                          {"only_b", "only in B", &Comparison::only_b}});

enum class Metrics { changed, all };

void write_metrics(const Comparison& comparison, Metrics which, Format format) {
  TableWriter table(format, {"metric", "compared", "changed", "largest_change", "scenario"});
  for (const MetricChange& metric : comparison.metrics)
    if (which == Metrics::all || metric.changed > 0)
      table.row({metric.metric, metric.compared, metric.changed, metric.largest,
                 metric.changed > 0 ? SqlValue(metric.scenario) : SqlValue()});
  table.finish();
}

void add_cells(const Comparison& comparison, TableWriter& table) {
  std::vector<std::string> columns = comparison.by;
  columns.insert(columns.end(),
                 {"completed_a", "failed_a", "completed_b", "failed_b", "metric", "changed", "pairs", "mean_change"});
  table.header(columns);
  for (const ComparisonCell& cell : comparison.cells)
    for (std::size_t i = 0; i < comparison.cell_metrics.size(); ++i) {
      const CellMetric& metric = cell.metrics[i];
      std::vector<SqlValue> row = cell.values;
      row.insert(row.end(),
                 {cell.completed_a, cell.failed_a, cell.completed_b, cell.failed_b, comparison.cell_metrics[i],
                  metric.changed, metric.pairs, metric.pairs > 0 ? SqlValue(metric.mean_change()) : SqlValue()});
      table.row(row);
    }
}

std::string kind_text(DifferenceKind kind) {
  switch (kind) {
    case DifferenceKind::outcome: return "outcome";
    case DifferenceKind::metrics: return "metrics";
    case DifferenceKind::only_a: return "only in A";
    case DifferenceKind::only_b: return "only in B";
  }
  return "";
}

void add_differences(const Comparison& comparison, TableWriter& table) {
  table.header({"scenario", "difference", "of", "a", "b", "change"});
  for (const Difference& difference : comparison.differences) {
    const bool measured = difference.kind == DifferenceKind::metrics;
    table.row({difference.scenario, kind_text(difference.kind), difference.what, difference.a, difference.b,
               measured ? SqlValue(difference.change) : SqlValue()});
  }
}

// One table of all comparisons; of several, each row says which.
void write_rows(std::span<const Comparison> comparisons, void (*add)(const Comparison&, TableWriter&), Format format) {
  TableWriter table(format);
  for (const Comparison& comparison : comparisons) {
    if (comparisons.size() > 1) table.lead({"campaign"}, {comparison.b.file});
    add(comparison, table);
  }
  table.finish();
}

void print_table(const Comparison& comparison, std::size_t list) {
  print_campaign('A', comparison.a);
  print_campaign('B', comparison.b);
  say("\n");
  for (const Count& count : k_counts) say("{:>13} {}\n", count_text(comparison.*count.count), count.words);
  if (comparison.metrics_changed > 0) {
    say("\n");
    write_metrics(comparison, Metrics::changed, Format::table);
  }
  say("\n");
  write_rows({&comparison, 1}, add_cells, Format::table);
  if (list == 0 || comparison.differences.empty()) return;
  say("\n");
  write_rows({&comparison, 1}, add_differences, Format::table);
}

std::string campaign_json(const ComparedCampaign& campaign) {
  std::string made_by;
  for (const MadeBy& made : campaign.made_by)
    made_by += fmt::format(R"({}{{"palio": {}, "engine": {}, "engine_version": {}, "compiler": {}}})",
                           made_by.empty() ? "" : ", ", json_quoted(made.palio_version), json_quoted(made.engine),
                           json_quoted(made.engine_version), json_quoted(made.compiler));
  return fmt::format(R"({{"file": {}, "study": {}, "results": {}, "made_by": [{}]}})", json_quoted(campaign.file),
                     json_quoted(campaign.study), campaign.results, made_by);
}

void print_json(const Comparison& comparison) {
  say("{{\"a\": {},\n\"b\": {}", as_is(campaign_json(comparison.a)), as_is(campaign_json(comparison.b)));
  for (const Count& count : k_counts) say(",\n\"{}\": {}", count.name, comparison.*count.count);
  say(",\n\"metrics\": ");
  write_metrics(comparison, Metrics::all, Format::json);
  say(", \"cells\": ");
  write_rows({&comparison, 1}, add_cells, Format::json);
  say(", \"differences\": ");
  write_rows({&comparison, 1}, add_differences, Format::json);
  say("}}");
}

void print_json(std::span<const Comparison> comparisons) {
  if (comparisons.size() == 1) {
    print_json(comparisons.front());
    say("\n");
    return;
  }
  for (const Comparison& comparison : comparisons) {
    say("{}", &comparison == comparisons.data() ? "[" : ",\n");
    print_json(comparison);
  }
  say("]\n");
}

void refuse_twins(const DiffOptions& options) {
  std::vector<std::string> seen{options.a};
  for (const std::string& other : options.others) {
    const auto same = [&](const std::string& one) { return same_file(one, other); };
    if (options.others.size() > 1 && std::ranges::any_of(seen, same)) throw UserError("{} is given twice", other);
    seen.push_back(other);
  }
}

int run_diff(const DiffOptions& options) {
  refuse_twins(options);
  std::vector<Comparison> comparisons;
  for (const std::string& other : options.others)
    comparisons.push_back(compare_campaigns(options.a, other, options.compare));
  if (options.format == Format::json)
    print_json(comparisons);
  else if (options.format != Format::table)
    write_rows(comparisons, options.compare.list > 0 ? add_differences : add_cells, options.format);
  else
    for (const Comparison& comparison : comparisons) {
      if (&comparison != comparisons.data()) say("\n");
      print_table(comparison, options.compare.list);
    }
  return std::ranges::all_of(comparisons, &Comparison::is_equal) ? k_success : k_some_failed;
}

}  // namespace

void setup_diff(const CommandSyntax& app) {
  const auto [command, options] = add_command<DiffOptions>(
      app, "diff", "Compare campaigns with a first one, scenario by scenario; works while they run", run_diff);
  CompareOptions& compare = options.compare;
  command.add_option("a A", options.a, "Campaign file").required();
  command.add_option("b B", options.others, "Campaign file to compare with it; of several, each").required();
  command.add_option("--metric M,...", compare.metrics, "Only these metrics (default: all)").delimiter(',');
  command.add_flag("--costs", compare.costs, "Also compare times and memory, which differ from run to run");
  command
      .add_option("--tolerance,--within R", compare.tolerance, "Relative change up to which a metric counts as equal")
      .default_str("0")
      .number(Least::zero);
  command.add_option("--by C,...", compare.by, "Columns of the view results whose values define the cells of the table")
      .delimiter(',')
      .default_str("strategy");
  command.add_option("--list N", compare.list, "List the first N scenarios that differ, the largest change first")
      .count(0, k_any_count);
  add_format(command, options.format);
}

}  // namespace palio
