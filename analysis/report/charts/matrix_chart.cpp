// Pairs as a square: the sign in a cell says how its row does against its column. Rows and columns have the same order,
// those that are better than most first.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/report/charts/chart_parts.h"
#include "core/text/json_text.h"

namespace palio {
namespace {

// How often a strategy is better, less how often it is worse.
std::vector<SqlValue> best_first(const DataTable& data) {
  std::map<SqlValue, double> balance;
  for (const auto& row : data.rows) {
    const double better = number_of(row[data.find("better").value()]).value_or(0);
    balance[row[data.find("x").value()]] += better;
    balance[row[data.find("y").value()]] -= better;
  }
  std::vector<SqlValue> order;
  for (const auto& [name, difference] : balance) order.push_back(name);
  std::ranges::stable_sort(order, std::greater<>(), [&](const SqlValue& name) { return balance[name]; });
  return order;
}

std::string channel(std::string_view field, const std::string& order, std::string_view axis) {
  return json_object({{"field", json_quoted(field)},
                      {"type", "\"nominal\""},
                      {"title", "null"},
                      {"scale", json_object({{"domain", order}})},
                      {"axis", std::string(axis)}});
}

}  // namespace

ChartBody matrix_chart(const Figure& figure) {
  std::vector<std::string> names;
  for (const SqlValue& name : best_first(figure.data)) names.push_back(json_value(name));
  const std::string order = json_array(names);
  const std::string tips =
      json_array({tip(figure, "x", "strategy"), tip(figure, "y", "against"), tip(figure, "mean_ratio", "mean ratio"),
                  tip(figure, "ratio_low", "from"), tip(figure, "ratio_high", "to"), tip(figure, "wins", "wins"),
                  tip(figure, "ties", "ties"), tip(figure, "losses", "losses"), tip(figure, "holm_p", "p (Holm)"),
                  tip(figure, "instances", "instances")});
  ChartBody body{.layers = {}, .height = category_height(names.size()), .width = R"({"step": 26})"};
  // Once as it is stored, once turned round.
  for (const bool turned : {false, true}) {
    const std::string signs = fmt::format(
        R"j([{{"calculate": "{0}datum.better", "as": "balance"}}, {{"calculate": "datum.balance > 0 ? '+' : datum.balance < 0 ? '\u2212' : '\u00b7'", "as": "sign"}}])j",
        turned ? "-" : "");
    const std::string row = channel(turned ? "y" : "x", order, R"({"labelOverlap": false})");
    const std::string column =
        channel(turned ? "x" : "y", order, R"({"labelOverlap": false, "labelAngle": -90, "orient": "top"})");
    body.layers.push_back(layer(
        signs, R"({"type": "rect", "opacity": 0.55})",
        json_object(
            {{"y", row},
             {"x", column},
             {"color",
              R"({"field": "balance", "type": "nominal", "legend": null, "scale": {"domain": [-1, 0, 1], "range": ["#de7906", "transparent", "#2050ce"]}})"},
             {"tooltip", tips}})));
    body.layers.push_back(layer(
        signs, R"({"type": "text", "fontSize": 13, "baseline": "middle"})",
        json_object(
            {{"y", row}, {"x", column}, {"text", R"({"field": "sign", "type": "nominal"})"}, {"tooltip", tips}})));
  }
  return body;
}

}  // namespace palio
