// Pairs as a square, with a sign or a number in each cell.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/report/charts/chart_parts.h"
#include "analysis/report/charts/name_columns.h"

namespace palio {
namespace {

// The strategies in the order of their places, if those are told, or by how often they are better minus how often they
// are worse.
std::vector<SqlValue> best_first(const DataTable& data) {
  const auto place = data.find("place"), other = data.find("other_place");
  std::map<SqlValue, double> keys;
  for (const auto& row : data.rows) {
    const SqlValue &name = row[data.find("x").value()], &against = row[data.find("y").value()];
    const double better = number_of(row[data.find("better").value()]).value_or(0);
    if (place && other) {
      keys[name] = number_of(row[*place]).value_or(0);
      keys[against] = number_of(row[*other]).value_or(0);
    } else {
      keys[name] -= better;
      keys[against] += better;
    }
  }
  std::vector<SqlValue> order;
  for (const auto& [name, key] : keys) order.push_back(name);
  std::ranges::stable_sort(order, {}, [&](const SqlValue& name) { return keys[name]; });
  return order;
}

Json channel(std::string_view field, const Json& title, const Json& order, const Json& axis) {
  return {{"field", field}, {"type", "nominal"}, {"title", title}, {"scale", {{"domain", order}}}, {"axis", axis}};
}

Json row_channel(std::string_view field, const Json& title, const std::vector<SqlValue>& names) {
  return channel(field, title, json_values(names), name_axis(names));
}

Json column_channel(std::string_view field, const Json& title, const std::vector<SqlValue>& names) {
  return channel(field, title, json_values(names), name_axis(names, {{"labelAngle", -90}, {"orient", "top"}}));
}

Json calculated(const std::string& expression, std::string_view as) { return {{"calculate", expression}, {"as", as}}; }

constexpr int k_cell_width = 40, k_cell_height = 24;  // px

// Three digits at most, so that they fit into a cell.
constexpr std::string_view k_short =
    "datum.value < 9.995 ? format(datum.value, '.2f') : format(datum.value, datum.value < 999.5 ? '.0f' : '.2~s')";

// The names of rows and of columns: of a square the same ones in the order of the rows, also where one has only a row
// or a column.
std::pair<std::vector<SqlValue>, std::vector<SqlValue>> names_of(const DataTable& data) {
  std::vector<SqlValue> rows = data.distinct("y"), columns = data.distinct("x"), all = rows;
  for (const SqlValue& name : columns)
    if (std::ranges::find(rows, name) == rows.end()) all.push_back(name);
  if (all.size() == rows.size() + columns.size()) return {rows, columns};
  return {all, all};
}

double largest(const DataTable& data) {
  double most = 1;
  for (const auto& row : data.rows) most = std::max(most, number_of(row[data.find("value").value()]).value_or(0));
  return most;
}

// The tooltip of a cell, with everything in its row.
Json tips(const Figure& figure) {
  Json list = json_array(
      {tip(figure, "y", figure.head.y.title), tip(figure, "x", figure.head.x.title), tip(figure, "value", "ratio")});
  for (const std::string& column : figure.data.columns)
    if (column != "x" && column != "y" && column != "value")
      if (const Json line = tip(figure, column, column); !line.is_discarded()) list.push_back(line);
  return list;
}

}  // namespace

// The sign in a cell says how its row does against its column. Both have the order of the ranking;
// rows have names, and columns their numbers, which have room at any width.
ChartBody matrix_chart(const Figure& figure) {
  const std::vector<SqlValue> names = best_first(figure.data);
  const Json tips =
      json_array({tip(figure, "x", "strategy"), tip(figure, "y", "against"), tip(figure, "mean_ratio", "mean ratio"),
                  tip(figure, "ratio_low", "from"), tip(figure, "ratio_high", "to"), tip(figure, "wins", "wins"),
                  tip(figure, "ties", "ties"), tip(figure, "losses", "losses"), tip(figure, "holm_p", "p (Holm)"),
                  tip(figure, "instances", "instances")});
  const Json colour{{"field", "balance"},
                    {"type", "nominal"},
                    {"legend", nullptr},
                    {"scale", {{"domain", {-1, 0, 1}}, {"range", {"#de7906", "transparent", "#2050ce"}}}}};
  ChartBody body{.layers = Json::array(), .height = category_height(names.size()), .width = {{"step", 26}}};
  Json numbers = Json::object();
  for (std::size_t i = 0; i < names.size(); ++i) numbers[name_text(names[i])] = fmt::format("{}", i + 1);
  const RowNames row_labels = row_names(figure, names, RowNumbers::shown);
  const Json column_axis{{"orient", "top"}, {"labelAngle", 0}, {"labelExpr", labels_as(numbers)}};
  // Once as stored, once with the two strategies swapped.
  for (const bool turned : {false, true}) {
    const Json signs =
        json_array({calculated(turned ? "-datum.better" : "datum.better", "balance"),
                    calculated("datum.balance > 0 ? '+' : datum.balance < 0 ? '\u2212' : '\u00b7'", "sign")});
    const Json row = channel(turned ? "y" : "x", nullptr, json_values(names), row_labels.axis);
    const Json column = channel(turned ? "x" : "y", nullptr, json_values(names), column_axis);
    body.layers.push_back(layer(signs, {{"type", "rect"}, {"opacity", 0.55}},
                                {{"y", row}, {"x", column}, {"color", colour}, {"tooltip", tips}}));
    const Json sign{{"field", "sign"}, {"type", "nominal"}};
    body.layers.push_back(layer(signs, {{"type", "text"}, {"fontSize", 13}, {"baseline", "middle"}},
                                {{"y", row}, {"x", column}, {"text", sign}, {"tooltip", tips}}));
  }
  row_labels.add_layers(body, channel("x", nullptr, json_values(names), row_labels.axis));
  return body;
}

// The larger its number, the darker a cell, from 1 on a logarithmic scale. Names keep the order of the data.
ChartBody heat_chart(const Figure& figure) {
  const auto [rows, columns] = names_of(figure.data);
  const Json row = row_channel("y", axis_title(figure.head.y), rows);
  const Json column = column_channel("x", axis_title(figure.head.x), columns);
  const Json depth{{"field", "value"},
                   {"type", "quantitative"},
                   {"legend", nullptr},
                   {"scale",
                    {{"type", "log"},
                     {"domain", {1, std::max(2.0, largest(figure.data))}},
                     {"range", {0.03, 0.75}},
                     {"clamp", true}}}};
  const Json told = tips(figure);
  const Json cells =
      layer(drawable({"value"}, AxisScale::log), {{"type", "rect"}, {"color", "#de7906"}, {"cursor", "pointer"}},
            {{"y", row}, {"x", column}, {"fillOpacity", depth}, {"tooltip", told}});
  const Json short_number = json_array(
      {drawable_row({"value"}, AxisScale::log), json_object({{"calculate", std::string(k_short)}, {"as", "short"}})});
  const Json numbers =
      layer(short_number,
            {{"type", "text"}, {"fontSize", 10}, {"baseline", "middle"}, {"style", "number"}, {"cursor", "pointer"}},
            {{"y", row}, {"x", column}, {"text", {{"field", "short"}, {"type", "nominal"}}}, {"tooltip", told}});
  return {.layers = json_array({cells, numbers}),
          .height = k_cell_height * static_cast<int>(rows.size()),
          .width = {{"step", k_cell_width}}};
}

}  // namespace palio
