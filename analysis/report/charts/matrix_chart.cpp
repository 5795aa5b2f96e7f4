// Pairs as a square: the sign in a cell says how its row does against its column. Rows and columns have the same order,
// those that are better than most first.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/report/charts/chart_parts.h"

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

Json channel(std::string_view field, const Json& order, const Json& axis) {
  return {{"field", field}, {"type", "nominal"}, {"title", nullptr}, {"scale", {{"domain", order}}}, {"axis", axis}};
}

Json calculated(const std::string& expression, std::string_view as) { return {{"calculate", expression}, {"as", as}}; }

}  // namespace

ChartBody matrix_chart(const Figure& figure) {
  Json order = Json::array();
  for (const SqlValue& name : best_first(figure.data)) order.push_back(json_value(name));
  const Json tips =
      json_array({tip(figure, "x", "strategy"), tip(figure, "y", "against"), tip(figure, "mean_ratio", "mean ratio"),
                  tip(figure, "ratio_low", "from"), tip(figure, "ratio_high", "to"), tip(figure, "wins", "wins"),
                  tip(figure, "ties", "ties"), tip(figure, "losses", "losses"), tip(figure, "holm_p", "p (Holm)"),
                  tip(figure, "instances", "instances")});
  const Json colour{{"field", "balance"},
                    {"type", "nominal"},
                    {"legend", nullptr},
                    {"scale", {{"domain", {-1, 0, 1}}, {"range", {"#de7906", "transparent", "#2050ce"}}}}};
  ChartBody body{.layers = Json::array(), .height = category_height(order.size()), .width = {{"step", 26}}};
  // Once as it is stored, once turned round.
  for (const bool turned : {false, true}) {
    const Json signs =
        json_array({calculated(turned ? "-datum.better" : "datum.better", "balance"),
                    calculated("datum.balance > 0 ? '+' : datum.balance < 0 ? '\u2212' : '\u00b7'", "sign")});
    const Json row = channel(turned ? "y" : "x", order, {{"labelOverlap", false}});
    const Json column =
        channel(turned ? "x" : "y", order, {{"labelOverlap", false}, {"labelAngle", -90}, {"orient", "top"}});
    body.layers.push_back(layer(signs, {{"type", "rect"}, {"opacity", 0.55}},
                                {{"y", row}, {"x", column}, {"color", colour}, {"tooltip", tips}}));
    const Json sign{{"field", "sign"}, {"type", "nominal"}};
    body.layers.push_back(layer(signs, {{"type", "text"}, {"fontSize", 13}, {"baseline", "middle"}},
                                {{"y", row}, {"x", column}, {"text", sign}, {"tooltip", tips}}));
  }
  return body;
}

}  // namespace palio
