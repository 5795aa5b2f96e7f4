// Pairs as a square with a number in each cell, the darker the larger; from 1 on a logarithmic scale. Rows and columns
// have the order in which the rows come up.
#include <algorithm>

#include "analysis/report/charts/chart_parts.h"

namespace palio {
namespace {

constexpr int k_cell_width = 40, k_cell_height = 24;  // px

// Two digits or three, so that they fit into a cell.
constexpr std::string_view k_short =
    "datum.value < 9.95 ? format(datum.value, '.1f') : format(datum.value, datum.value < 999.5 ? '.0f' : '.2~s')";

// Names of rows, then those that are of columns only.
Json names_of(const DataTable& data) {
  std::vector<SqlValue> names = data.distinct("y");
  for (const SqlValue& name : data.distinct("x"))
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  Json list = Json::array();
  for (const SqlValue& name : names) list.push_back(json_value(name));
  return list;
}

Json channel(std::string_view field, const ChartAxis& axis, const Json& names, const Json& looks) {
  return {{"field", field},
          {"type", "nominal"},
          {"title", axis_title(axis)},
          {"scale", {{"domain", names}}},
          {"axis", looks}};
}

double largest(const DataTable& data) {
  double most = 1;
  for (const auto& row : data.rows) most = std::max(most, number_of(row[data.find("value").value()]).value_or(0));
  return most;
}

// What a cell holds, with all that the row tells of it.
Json tips(const Figure& figure) {
  Json list = json_array(
      {tip(figure, "y", figure.head.y.title), tip(figure, "x", figure.head.x.title), tip(figure, "value", "ratio")});
  for (const std::string& column : figure.data.columns)
    if (column != "x" && column != "y" && column != "value")
      if (const Json line = tip(figure, column, column); !line.is_discarded()) list.push_back(line);
  return list;
}

}  // namespace

ChartBody heat_chart(const Figure& figure) {
  const Json names = names_of(figure.data);
  const Json row = channel("y", figure.head.y, names, {{"labelOverlap", false}});
  const Json column =
      channel("x", figure.head.x, names, {{"labelOverlap", false}, {"labelAngle", -90}, {"orient", "top"}});
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
          .height = k_cell_height * static_cast<int>(names.size()),
          .width = {{"step", k_cell_width}}};
}

}  // namespace palio
