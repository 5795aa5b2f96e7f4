#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "analysis/queries/answer.h"
#include "analysis/queries/ready_query.h"
#include "analysis/queries/usual_metric.h"
#include "analysis/report/parts/data_table.h"
#include "analysis/report/parts/figure.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/report/sections/sections.h"
#include "analysis/statistics/intervals/draws.h"
#include "analysis/statistics/intervals/intervals.h"
#include "analysis/statistics/rank_statistics.h"
#include "core/metrics.h"
#include "core/text/count_text.h"
#include "core/text/embedded_file.h"

namespace palio {

std::span<const EmbeddedFile> report_queries();  // made by palio_embed

namespace {

// On a phone the interval has a line of its own.
std::string with_interval(std::span<const SqlValue> mean_low_high) {
  const std::optional<double> value = number_of(mean_low_high[0]), low = number_of(mean_low_high[1]),
                              high = number_of(mean_low_high[2]);
  if (!value || !low || !high || *high <= *low) return cell_words(mean_low_high[0]);
  std::string text = interval_text(*value, {*low, *high}, "");
  const std::size_t bracket = text.find('[');
  if (bracket == std::string::npos) return text;
  return fmt::format("{}<span class=whole>{}</span>", text.substr(0, bracket), text.substr(bracket));
}

std::string failures_cell(const SqlValue& count) {
  const bool none = number_of(count).value_or(0) == 0;
  return none ? "0" : fmt::format("<b class=bad>{}</b>", cell_words(count));
}

// Columns of headline.sql.
constexpr std::size_t k_instances = 10, k_note = 11, k_platform_draws = 12, k_workload_draws = 13,
                      k_platform_singles = 14, k_workload_singles = 15, k_largest_share = 16, k_together = 17;

std::int64_t largest(const DataTable& table, std::size_t column) {
  double largest = 0;
  for (const auto& row : table.rows) largest = std::max(largest, number_of(row[column]).value_or(0));
  return static_cast<std::int64_t>(largest);
}

// A sentence before the numbers on what they are about.
std::string instances_sentence(const DataTable& table) {
  const auto is_compared = [](const auto& row) {
    return number_of(row[k_instances]).value_or(0) > 0 && std::holds_alternative<std::monostate>(row[k_note]);
  };
  const auto compared = std::ranges::count_if(table.rows, is_compared);
  if (compared == 0)
    return "<p class=note role=note>On no instance do all compared strategies have a value: there is nothing to "
           "rank.</p>\n";
  const std::int64_t instances = largest(table, k_instances), together = largest(table, k_together);
  const bool lacks = instances < together;
  return fmt::format(
      "<p>Over {}<b>{}</b> {} that {} completed{}.{}</p>\n", lacks ? "" : "the ",
      lacks ? fmt::format("{} of {}", count_text(instances), count_text(together)) : count_text(instances),
      std::max(instances, together) == 1 ? "instance" : "instances",
      compared == 1 ? cell_words(std::ranges::find_if(table.rows, is_compared)->front())
                    : fmt::format("all {} compared strategies", compared),
      lacks ? ": the others lack a value to compare" : "",
      static_cast<std::size_t>(compared) < table.rows.size()
          ? " The other strategies are not compared: the last column says why."
          : "");
}

std::string draws_sentence(const DataTable& table) {
  const DrawsOfInterval draws{largest(table, k_platform_draws), largest(table, k_workload_draws),
                              largest(table, k_platform_singles), largest(table, k_workload_singles)};
  if (!draws.exists()) return fmt::format("There are no intervals: {}.", no_interval_text(draws));
  return fmt::format(
      "Brackets show the 95 % confidence interval of the mean: for new draws, not just the {}, and within what is "
      "possible.",
      draws_text(draws));
}

// Warns about strategies whose sum is mostly one instance: their means and intervals say nothing about the others.
std::string dominated_sentence(const DataTable& table) {
  std::vector<std::string> named;
  for (const auto& row : table.rows)
    if (const double share = number_of(row[k_largest_share]).value_or(0);
        rules_mean(share, static_cast<std::int64_t>(number_of(row[k_instances]).value_or(0))))
      named.push_back(fmt::format("{} ({:.0f} %)", cell_words(row[0]), 100 * share));
  if (named.empty()) return {};
  return fmt::format(
      "<p class=note role=note>A single instance makes up more than half of the sum of {}: such a mean says nothing "
      "about the other instances. Read medians and factors instead.</p>\n",
      fmt::join(named, ", "));
}

std::string with_unit(std::string_view words, const MetricInfo& metric) {
  return metric.unit.empty() ? std::string(words) : fmt::format("{} ({})", words, metric.unit);
}

std::string main_table(const DataTable& table, const MetricInfo& metric) {
  const bool notes = std::ranges::any_of(
      table.rows, [](const auto& row) { return !std::holds_alternative<std::monostate>(row[k_note]); });
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : table.rows) {
    const std::span<const SqlValue> values(row);
    cells.push_back({cell_words(row[0]), with_interval(values.subspan(3, 3)), with_interval(values.subspan(7, 3)),
                     cell_words(row[6]), cell_words(row[k_instances]), cell_words(row[1]), failures_cell(row[2])});
    if (notes) cells.back().push_back(cell_words(row[k_note]));
  }
  const CellKind number = CellKind::number;
  const std::string words = metric_words(metric.name);
  std::vector<TableColumn> columns{{"strategy"},
                                   {with_unit("mean " + words, metric), number},
                                   {"factor behind the best", number},
                                   {with_unit("median", metric), number},
                                   {"instances", number},
                                   {"completed", number},
                                   {"failed", number}};
  if (notes) columns.push_back({"not compared"});
  return folded_table(fmt::format("By strategy: {}, the closest to the best first", words), columns, cells,
                      "strategies");
}

using Metrics = std::vector<const MetricInfo*>;

// The metrics to show next to that one, if some scenario has them.
Metrics other_metrics(const CampaignReader& campaign, const MetricInfo& but) {
  Metrics others;
  for (const MetricInfo& metric : metric_table()) {
    if (metric.in_report != InReport::beside || metric.name == but.name) continue;
    const std::array<std::string, 1> column{std::string(metric.name)};
    const auto has_value = [](double value) { return !std::isnan(value); };
    if (std::ranges::any_of(*campaign.results(column).values[0], has_value)) others.push_back(&metric);
  }
  return others;
}

std::string others_query(const Metrics& metrics, std::string_view compared_by) {
  std::string means;
  for (const MetricInfo* metric : metrics)
    means += fmt::format(
        ", avg({0}), max(min({1}, avg({0})), avg({0}) - confidence({0}, platform_id, workload_id)), "
        "min(max({2}, avg({0})), avg({0}) + confidence({0}, platform_id, workload_id))",
        metric->name, metric->least, most_sql(*metric));
  return fmt::format(R"(WITH
  common AS (
    SELECT strategy_id{0} FROM contest_results('{1}') WHERE cost IS NOT NULL GROUP BY strategy_id)
SELECT s.label, common.*
FROM contenders('{1}') t JOIN strategy s ON s.id = t.strategy_id LEFT JOIN common USING (strategy_id))",
                     means, compared_by);
}

// The value that a metric has for all strategies, without a margin; nothing if it differs. Column `at` holds the mean.
std::optional<double> value_of_all(const DataTable& means, std::size_t at) {
  std::optional<double> first;
  for (const auto& row : means.rows)
    for (std::size_t column = at; column < at + 3; ++column) {
      const std::optional<double> value = number_of(row[column]);
      if (!first) first = value;
      if (value && !nearly_equal(*value, *first)) return std::nullopt;
    }
  return first;
}

// Rows in the order of the table that is about `but`; a sentence for each metric that does not vary.
std::string other_table(const CampaignReader& campaign, const MetricInfo& but, const DataTable& main) {
  const Metrics metrics = other_metrics(campaign, but);
  if (metrics.empty()) return {};
  const DataTable means = read_table(campaign, others_query(metrics, but.name));
  std::vector<TableColumn> columns{{"strategy"}};
  std::vector<std::size_t> shown;  // columns of `means`
  std::string constants;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    const std::size_t at = 2 + 3 * i;  // after the label and the id
    const std::string words = with_unit(metric_words(metrics[i]->name), *metrics[i]);
    if (const auto value = value_of_all(means, at); value && means.rows.size() > 1) {
      constants += fmt::format("<p class=constant>The {} is {} for all strategies.</p>\n", words, cell_words(*value));
      continue;
    }
    columns.push_back({words, CellKind::number});
    shown.push_back(at);
  }
  if (shown.empty()) return constants;
  std::map<std::string, std::vector<std::string>> by_strategy;
  for (const auto& row : means.rows) {
    std::vector<std::string>& cells = by_strategy[cell_words(row[0])];
    cells = {cell_words(row[0])};
    for (const std::size_t at : shown) cells.push_back(with_interval(std::span<const SqlValue>(row).subspan(at, 3)));
  }
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : main.rows) cells.push_back(std::move(by_strategy.at(cell_words(row[0]))));
  return folded_table("By strategy: means of the other metrics", columns, cells, "strategies") + constants;
}

}  // namespace

std::string answer_html(const CampaignReader& campaign, const std::string& metric) {
  const CampaignAnswer answer = campaign_answer(campaign, metric, html_name);
  if (answer.verdict.empty()) return {};
  return fmt::format("<p class=answer><b>{}</b>{} {}</p>\n", answer.verdict, answer.grounds,
                     fmt::join(answer.remarks, " "));
}

ReportSection headline_section(const CampaignReader& campaign, std::string_view metric_name) {
  if (campaign.counts().all() == 0) return {};
  const MetricInfo& metric = metric_named(metric_name);
  const bool more = metric.better == Better::more;
  const DataTable table =
      read_table(campaign, fmt::format(fmt::runtime(embedded_text(report_queries(), "headline.sql")),
                                       more ? "1.0 / cost" : "cost", metric.least, metric.name, most_sql(metric)));
  const std::string_view factor = more ? "the largest value of the same instance divided by the value"
                                       : "the value divided by the smallest of the same instance";
  return {"results", "Results", "Results",
          instances_sentence(table) + dominated_sentence(table) + main_table(table, metric) +
              fmt::format("<p class=hint>{} Factor behind the best: mean of {}.</p>\n", draws_sentence(table), factor) +
              other_table(campaign, metric, table)};
}

}  // namespace palio
