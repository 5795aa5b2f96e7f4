#include "analysis/explore/panel_sql.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "storage/read/value_text.h"

namespace palio {
namespace {

// The conditions of the filters, each with AND in front; `but`: an axis whose filter is left out.
std::string filters(const ExploredCampaign& campaign, const View& view, std::size_t but = View::k_no_axis) {
  std::string sql;
  for (const auto& [axis, levels] : view.kept) {
    if (axis == but) continue;
    const ExploredAxis& of = campaign.axes[axis];
    std::vector<std::string> values;
    bool none = false;
    for (const std::size_t level : levels)
      if (std::holds_alternative<std::monostate>(of.levels[level]))
        none = true;
      else
        values.push_back(sql_literal(of.levels[level]));
    const std::string among = fmt::format("a.{} IN ({})", sql_name(of.name), fmt::join(values, ", "));
    const std::string missing = fmt::format("a.{} IS NULL", sql_name(of.name));
    sql += fmt::format("\n    AND {}", !none            ? among
                                       : values.empty() ? missing
                                                        : fmt::format("({} OR {})", among, missing));
  }
  return sql;
}

// A statement about a table `pair` of the instances where two strategies have values above 0; `first`: a condition on
// the first one.
std::string over_pairs(const ExploredCampaign& campaign, const View& view, std::string_view columns,
                       const std::string& first, const std::string& filters, std::string_view statement) {
  return fmt::format(
      "WITH pair AS (\n"
      "  SELECT a.instance, a.platform, a.workload, a.strategy{0}, a.{1} AS a, b.{1} AS b, ln(a.{1}) - ln(b.{1}) AS "
      "log\n"
      "  FROM results a JOIN results b ON b.instance = a.instance\n"
      "  WHERE {2}b.strategy = {3} AND a.{1} > 0 AND b.{1} > 0{4})\n"
      "{5}",
      columns, campaign.metric->name, first, sql_literal(campaign.strategies[view.b].second), filters, statement);
}

std::string first_strategy(const ExploredCampaign& campaign, const View& view) {
  return fmt::format("a.strategy = {} AND ", sql_literal(campaign.strategies[view.a].second));
}

// "instances, ratio, low, high, wins, ties, losses"; fewer is better in wins().
std::string summary(const ExploredCampaign& campaign) {
  const bool more = campaign.metric->better == Better::more;
  return fmt::format(
      "count(*) AS instances, exp(avg(log)) AS ratio,\n"
      "  exp(avg(log) - confidence(log, platform, workload)) AS low,\n"
      "  exp(avg(log) + confidence(log, platform, workload)) AS high,\n"
      "  {}(a, b) AS wins, ties(a, b) AS ties, {}(a, b) AS losses",
      more ? "losses" : "wins", more ? "wins" : "losses");
}

std::vector<std::string> axes_of(const ExploredCampaign& campaign, const View& view) {
  std::vector<std::string> axes;
  for (const std::size_t axis : {view.rows, view.columns})
    if (axis != View::k_no_axis) axes.push_back(sql_name(campaign.axes[axis].name));
  if (view.rows == view.columns && !axes.empty()) axes.pop_back();
  return axes;
}

}  // namespace

std::string answer_sql(const ExploredCampaign& campaign, const View& view) {
  return over_pairs(campaign, view, "", first_strategy(campaign, view), filters(campaign, view),
                    fmt::format("SELECT {}\nFROM pair", summary(campaign)));
}

std::string cells_sql(const ExploredCampaign& campaign, const View& view) {
  const std::vector<std::string> axes = axes_of(campaign, view);
  if (axes.empty()) return answer_sql(campaign, view);
  std::string columns;
  for (const std::string& axis : axes) columns += fmt::format(", a.{}", axis);
  const std::string listed = fmt::format("{}", fmt::join(axes, ", "));
  return over_pairs(campaign, view, columns, first_strategy(campaign, view), filters(campaign, view),
                    fmt::format("SELECT {0},\n  {1}\nFROM pair GROUP BY {0}", listed, summary(campaign)));
}

namespace {

// Of the instances that pass the filters and where all contenders have values: the results that are shown, and the best one.
std::string beside_best(const ExploredCampaign& campaign, const View& view, std::string_view column) {
  std::vector<std::string> shown, contending;
  for (std::size_t i = 0; i < campaign.strategies.size(); ++i) {
    if (campaign.contenders[i].shown()) shown.push_back(sql_literal(campaign.strategies[i].second));
    if (campaign.contenders[i].contends) contending.push_back(shown.back());
  }
  return fmt::format(
      "WITH common AS (\n"
      "  SELECT instance, {0}({1}) AS best FROM results WHERE strategy IN ({2}) AND {1} > 0\n"
      "  GROUP BY instance HAVING count(*) = {3}), shown AS (\n"
      "  SELECT a.strategy, a.strategy IN ({2}) AS contends, a.platform, a.workload, {4} AS factor\n"
      "  FROM results a JOIN common ON common.instance = a.instance\n"
      "  WHERE a.strategy IN ({5}) AND a.{1} > 0{6})\n",
      campaign.metric->better == Better::more ? "max" : "min", campaign.metric->name, fmt::join(contending, ", "),
      contending.size(), column, fmt::join(shown, ", "), filters(campaign, view));
}

// What contends is never before the best.
constexpr std::string_view k_mean_of_factor =
    "SELECT strategy, count(*) AS instances, avg(factor) AS mean,\n"
    "  max(1.0 * contends, avg(factor) - confidence(factor, platform, workload)) AS low,\n"
    "  avg(factor) + confidence(factor, platform, workload) AS high";

}  // namespace

std::string strategies_sql(const ExploredCampaign& campaign, const View& view) {
  const bool more = campaign.metric->better == Better::more;
  const std::string factor =
      fmt::format("{}a.{}{}", more ? "best / " : "", campaign.metric->name, more ? "" : " / best");
  return beside_best(campaign, view, fmt::format("iif({0} BETWEEN 1 AND 1 + 1e-9, 1.0, {0})", factor)) +
         fmt::format(
             "{}, exp(avg(ln(factor))) AS geometric, sum(factor = 1) AS times_best\n"
             "FROM shown GROUP BY strategy ORDER BY mean, strategy",
             k_mean_of_factor);
}

std::string bounds_sql(const ExploredCampaign& campaign, const View& view, std::string_view metric) {
  return beside_best(campaign, view, fmt::format("a.{}", metric)) +
         fmt::format("{}\nFROM shown WHERE factor IS NOT NULL GROUP BY strategy", k_mean_of_factor);
}

std::string turn_sql(const ExploredCampaign& campaign, const View& view, std::size_t axis) {
  const std::string name = sql_name(campaign.axes[axis].name);
  return over_pairs(
      campaign, view, ", a." + name, first_strategy(campaign, view), filters(campaign, view, axis),
      fmt::format("SELECT {0}, {1},\n"
                  "  (SELECT max(0, coalesce((among - (k - 1) * (total - among) / (n - k)) / total, 0)) FROM (\n"
                  "    SELECT sum(s * s / c) - sum(s) * sum(s) / sum(c) AS among, sum(c) AS n, count(*) AS k,\n"
                  "      (SELECT sum(log * log) FROM pair) - sum(s) * sum(s) / sum(c) AS total\n"
                  "    FROM (SELECT sum(log) AS s, count(*) AS c FROM pair GROUP BY {0}))) AS explains\n"
                  "FROM pair GROUP BY {0}",
                  name, summary(campaign)));
}

std::string instances_sql(const ExploredCampaign& campaign, const View& view) {
  std::string brush;
  if (view.brush)
    brush = fmt::format(" WHERE b BETWEEN {} AND {} AND exp(log) BETWEEN {} AND {}", view.brush->least_value,
                        view.brush->most_value, view.brush->least_ratio, view.brush->most_ratio);
  return over_pairs(
      campaign, view, "", first_strategy(campaign, view), filters(campaign, view),
      fmt::format("SELECT instance, platform, workload, a, b, exp(log) AS ratio\nFROM pair{} ORDER BY log", brush));
}

}  // namespace palio
