#include "analysis/queries/gaps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace palio {
namespace {

// Which graphs a row is about, in SQL, and their order.
struct GapAxis {
  std::string_view on, order;
};
constexpr auto k_axes = std::to_array<GapAxis>({
    {"'tasks ' || tasks", "tasks"},
    {"iif(edges_per_task = 0, 'no edges', iif(ccr > 0, 'ccr ' || format('%g', ccr), NULL))", "coalesce(ccr, 0)"},
    {"'machines ' || machines", "machines"},
    {"CASE WHEN law <> 'sequential' THEN NULL WHEN speed_ratio = 1 THEN 'equal speeds' ELSE 'speeds 1 to ' || "
     "format('%g', speed_ratio) END",
     "speed_ratio"},
});
constexpr GapAxis k_all{"'all'", "0"};

std::optional<double> real_in(const SqlValue& value) {
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

void add_rows(const QueriedCampaign& campaign, std::string_view law, const GapAxis& axis,
              const std::vector<std::string>& strategies, std::vector<GapRow>& rows) {
  // The best other strategy has results on all of these graphs. A strategy that lacks some of them comes last.
  const std::string sql = fmt::format(
      "WITH run AS (SELECT strategy, instance, gap, platform, workload, {} AS place, {} AS sort FROM results "
      "WHERE law = ? AND gap IS NOT NULL), "
      "part AS (SELECT strategy, place, min(sort) AS sort, count(*) AS graphs, 100.0 * avg(gap <= 1 + 1e-9) AS "
      "optimal, "
      "avg(gap) AS mean, confidence(gap, platform, workload) AS margin, median(gap) AS median, max(gap) AS worst "
      "FROM run WHERE place IS NOT NULL GROUP BY strategy, place), "
      "beside AS (SELECT r.strategy, r.place, o.strategy AS other, avg(o.gap) AS mean, count(*) AS graphs "
      "FROM run r JOIN run o ON o.instance = r.instance AND o.strategy <> r.strategy GROUP BY 1, 2, 3), "
      "ranked AS (SELECT b.*, row_number() OVER (PARTITION BY strategy, place ORDER BY b.mean, other) AS rank "
      "FROM beside b JOIN part USING (strategy, place, graphs)) "
      "SELECT part.strategy, part.place, part.graphs, optimal, part.mean, margin, median, worst, other, ranked.mean "
      "FROM part LEFT JOIN ranked ON ranked.strategy = part.strategy AND ranked.place = part.place AND rank = 1 "
      "ORDER BY sort, part.graphs < max(part.graphs) OVER (PARTITION BY part.place), part.mean, part.strategy",
      axis.on, axis.order);
  campaign.query(sql, {SqlValue(std::string(law))}, [&](const std::vector<SqlValue>& cells) {
    GapRow row{.law = std::string(law),
               .strategy = std::get<std::string>(cells[0]),
               .on = std::get<std::string>(cells[1]),
               .graphs = std::get<std::int64_t>(cells[2]),
               .optimal = std::get<double>(cells[3]),
               .mean = std::get<double>(cells[4]),
               .median = std::get<double>(cells[6]),
               .worst = std::get<double>(cells[7]),
               .margin = real_in(cells[5]),
               .best_of_others = real_in(cells[9])};
    if (const auto* other = std::get_if<std::string>(&cells[8])) row.best_other = *other;
    if (strategies.empty() || std::ranges::find(strategies, row.strategy) != strategies.end())
      rows.push_back(std::move(row));
  });
}

}  // namespace

std::vector<GapRow> gap_rows(const QueriedCampaign& campaign, std::string_view law,
                             const std::vector<std::string>& examined) {
  std::vector<GapRow> rows;
  add_rows(campaign, law, k_all, {}, rows);
  for (const GapAxis& axis : k_axes) add_rows(campaign, law, axis, examined, rows);
  return rows;
}

}  // namespace palio
