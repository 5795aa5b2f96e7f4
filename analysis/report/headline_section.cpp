#include <fmt/format.h>

#include <array>

#include "analysis/queries/ready_query.h"
#include "analysis/report/figure_file.h"
#include "analysis/report/html_table.h"
#include "analysis/report/sections.h"
#include "analysis/statistics/margin_decimals.h"
#include "core/metrics.h"

namespace palio {
namespace {

// The best of an instance is the best of those that completed it; where only one did, there is nothing to compare.
constexpr std::string_view k_by_metric = R"(
WITH attempt AS NOT MATERIALIZED (SELECT platform_id, workload_id, strategy_id, makespan, {0} AS value, {1} AS cost FROM result),
  best AS MATERIALIZED (
    SELECT platform_id, workload_id, min(cost) AS cost, count(cost) AS contenders
    FROM attempt GROUP BY platform_id, workload_id),
  run AS (
    SELECT strategy_id, r.makespan, r.value, r.cost / nullif(b.cost, 0) AS ratio, contenders
    FROM best b CROSS JOIN attempt r ON r.platform_id = b.platform_id AND r.workload_id = b.workload_id)
SELECT (SELECT label FROM strategy WHERE id = strategy_id) AS strategy, count(makespan), count(*) - count(makespan),
       avg(value), confidence(value), median(value), avg(ratio) FILTER (WHERE contenders > 1) AS ratio,
       confidence(CASE WHEN contenders > 1 THEN ratio END), count(ratio) FILTER (WHERE contenders > 1)
FROM run GROUP BY strategy_id ORDER BY ratio IS NULL, ratio, strategy)";

constexpr std::array<Metric, 7> k_others{
    Metric::makespan,        Metric::efficiency,  Metric::average_slowdown,    Metric::unfairness,
    Metric::average_stretch, Metric::max_stretch, Metric::relative_max_stretch};

// Both with as many decimals as give the margin two significant digits.
std::string with_margin(const SqlValue& mean, const SqlValue& margin) {
  const std::optional<double> value = number_of(mean), half = number_of(margin);
  if (!value) return "–";
  if (!half || *half <= 0) return cell_words(mean);
  const int decimals = margin_decimals(*half);
  return fmt::format("{:.{}f} ± {:.{}f}", *value, decimals, *half, decimals);
}

std::string failures_cell(const SqlValue& count) {
  const bool none = number_of(count).value_or(0) == 0;
  return none ? "0" : fmt::format("<b class=bad>{}</b>", cell_words(count));
}

std::string with_unit(std::string_view words, const MetricInfo& metric) {
  return metric.unit.empty() ? std::string(words) : fmt::format("{} ({})", words, metric.unit);
}

std::string main_table(const CampaignReader& campaign, const MetricInfo& metric) {
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : read_table(campaign, fmt::format(k_by_metric, metric.name, cost_sql(metric))).rows)
    cells.push_back({cell_words(row[0]), cell_words(row[1]), failures_cell(row[2]), with_margin(row[3], row[4]),
                     cell_words(row[5]), with_margin(row[6], row[7]), cell_words(row[8])});
  const CellKind number = CellKind::number;
  const std::string words = metric_words(metric.name);
  return html_table(fmt::format("By strategy: {}, the closest to the best first", words),
                    {{"strategy"},
                     {"completed", number},
                     {"failed", number},
                     {with_unit("mean " + words, metric), number},
                     {with_unit("median", metric), number},
                     {"factor behind the best", number},
                     {"instances", number}},
                    cells);
}

std::string_view name_of(Metric metric) { return metric_table()[static_cast<std::size_t>(metric)].name; }

// The metrics that some scenario has; the statistics of the others would cost as much and say nothing.
std::vector<Metric> present_metrics(const CampaignReader& campaign, const MetricInfo& but) {
  std::string sql = "SELECT ";
  for (const Metric metric : k_others) sql += fmt::format("{}max({})", sql.ends_with(' ') ? "" : ",", name_of(metric));
  const DataTable largest = read_table(campaign, sql + " FROM result");
  std::vector<Metric> present;
  for (std::size_t i = 0; i < k_others.size(); ++i)
    if (k_others[i] != but.metric && number_of(largest.rows.at(0)[i])) present.push_back(k_others[i]);
  return present;
}

std::string others_query(const std::vector<Metric>& metrics) {
  std::string sql =
      "SELECT (SELECT label FROM strategy WHERE id = strategy_id) AS strategy, count(makespan), "
      "count(*) - count(makespan)";
  for (const Metric metric : metrics) sql += fmt::format(", avg({0}), confidence({0})", name_of(metric));
  return sql + " FROM result GROUP BY strategy_id ORDER BY strategy";
}

std::string other_table(const CampaignReader& campaign, const MetricInfo& but) {
  const std::vector<Metric> metrics = present_metrics(campaign, but);
  if (metrics.empty()) return {};
  std::vector<TableColumn> columns{{"strategy"}, {"completed", CellKind::number}, {"failed", CellKind::number}};
  for (const Metric metric : metrics)
    columns.push_back(
        {with_unit(metric_words(name_of(metric)), metric_table()[static_cast<std::size_t>(metric)]), CellKind::number});
  std::vector<std::vector<std::string>> cells;
  for (const auto& row : read_table(campaign, others_query(metrics)).rows) {
    cells.push_back({cell_words(row[0]), cell_words(row[1]), failures_cell(row[2])});
    for (std::size_t at = 3; at < row.size(); at += 2) cells.back().push_back(with_margin(row[at], row[at + 1]));
  }
  return html_table("By strategy: means of the other metrics", columns, cells);
}

}  // namespace

std::string headline_section(const CampaignReader& campaign, std::string_view metric_name) {
  if (campaign.counts().all() == 0) return {};
  const MetricInfo& metric = metric_named(metric_name);
  const std::string_view factor = metric.better == Better::more
                                      ? "the largest value of the same instance divided by the value"
                                      : "the value divided by the smallest of the same instance";
  return section(
      "results", "Results",
      main_table(campaign, metric) +
          fmt::format(
              "<p class=hint>± is half the 95 % confidence interval of the mean (Student's t). Factor behind the best: "
              "mean of {}, over the instances that at least two strategies completed. Intervals of this page take "
              "every "
              "instance for a value of its own, but those of the claims: these are for other draws, and wider where "
              "the "
              "same graphs run on every platform.</p>\n",
              factor) +
          other_table(campaign, metric));
}

}  // namespace palio
