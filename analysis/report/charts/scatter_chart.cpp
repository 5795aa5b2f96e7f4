// One point per series, with its name if there is room, and the Pareto front as a line.
#include <algorithm>

#include "analysis/report/charts/chart_parts.h"

namespace palio {
namespace {

constexpr int k_width = 560, k_scatter_height = 360;  // px; the narrowest chart with names

struct Axes {
  std::optional<AxisSpan> x, y;
};

Json interval(const Figure& figure, const Json& x, const Axes& axes) {
  if (!figure.data.has_values("low") || !figure.data.has_values("high")) return k_left_out;
  return layer(drawable({"low", "high"}, figure.head.y.scale), {{"type", "rule"}, {"opacity", 0.6}},
               json_object({{"x", x},
                            {"y", position(figure, "low", figure.head.y, axes.y)},
                            {"y2", second_position("high")},
                            {"color", series_colour(figure)}}));
}

Json x_interval(const Figure& figure, const Json& y, const Axes& axes) {
  if (!figure.data.has_values("x_low") || !figure.data.has_values("x_high")) return k_left_out;
  return layer(drawable({"x_low", "x_high"}, figure.head.x.scale), {{"type", "rule"}, {"opacity", 0.6}},
               json_object({{"x", position(figure, "x_low", figure.head.x, axes.x)},
                            {"x2", second_position("x_high")},
                            {"y", y},
                            {"color", series_colour(figure)}}));
}

Json front_line(const Figure& figure, const Json& x, const Json& y) {
  if (!figure.data.has_values("front")) return k_left_out;
  return layer(json_array({json_object({{"filter", "datum.front === 1"}})}),
               {{"type", "line"}, {"color", "currentColor"}, {"opacity", 0.5}, {"strokeDash", {4, 3}}},
               {{"x", x}, {"y", y}, {"order", {{"field", "x"}, {"type", "quantitative"}}}});
}

// The points of a chart, those on the front first: their names come before others.
std::vector<std::size_t> named_rows(const DataTable& data) {
  std::vector<std::size_t> rows;
  const auto x = data.find("x"), y = data.find("y"), series = data.find("series"), front = data.find("front");
  for (std::size_t i = 0; series && i < data.rows.size(); ++i)
    if (number_of(data.rows[i][*x]) && number_of(data.rows[i][*y])) rows.push_back(i);
  if (front)
    std::stable_partition(rows.begin(), rows.end(),
                          [&](std::size_t row) { return number_of(data.rows[row][*front]) == 1; });
  return rows;
}

void add_names(Json& layers, const Figure& figure, const Axes& axes) {
  const DataTable& data = figure.data;
  if (data.distinct("series").size() < data.rows.size()) return;  // groups of points, which the legend names
  const std::vector<std::size_t> rows = named_rows(data);
  const auto number = [&](std::size_t row, std::string_view column) {
    return number_of(data.rows[row][data.find(column).value()]).value();
  };
  // The end of an interval, or the point itself where there is none.
  const auto end = [&](std::size_t row, std::string_view column, std::string_view point) {
    const auto at = data.find(column);
    return (at ? number_of(data.rows[row][*at]) : std::nullopt).value_or(number(row, point));
  };
  const auto across = [&](double x) { return k_width * axes.x->part(x); };
  const auto down = [&](double y) { return k_scatter_height * (1 - axes.y->part(y)); };
  std::vector<NamedPoint> points;
  for (const std::size_t row : rows)
    points.push_back({.name = name_text(data.rows[row][data.find("series").value()]),
                      .x = across(number(row, "x")),
                      .y = down(number(row, "y")),
                      .left = across(end(row, "x_low", "x")),
                      .right = across(end(row, "x_high", "x")),
                      .top = down(end(row, "high", "y")),
                      .bottom = down(end(row, "low", "y"))});
  const std::vector<LabelSide> sides = label_sides(points, k_width, k_scatter_height, {1, 1.2, 1.4, 1.6, 1.9});
  for (const LabelPlace& place : k_label_places) {
    Json names = Json::array();
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (sides[i] == place.side)
        names.push_back({{"series", points[i].name}, {"x", number(rows[i], "x")}, {"y", number(rows[i], "y")}});
    if (names.empty()) continue;
    layers.push_back(layer(
        k_left_out, {{"type", "text"}, {"align", place.align}, {"dx", place.dx}, {"dy", place.dy}, {"limit", 400}},
        {{"x", position(figure, "x", figure.head.x, axes.x)},
         {"y", position(figure, "y", figure.head.y, axes.y)},
         {"text", {{"field", "series"}, {"type", "nominal"}}}},
        {{"values", names}}));
  }
}

}  // namespace

ChartBody scatter_chart(const Figure& figure) {
  const DataTable& data = figure.data;
  const bool alone = !data.has_values("panel") && !data.has_texts("x") && !data.has_texts("y");
  const Axes axes = !alone ? Axes{}
                           : Axes{axis_span(data, {"x", "x_low", "x_high", "paper_x"}, figure.head.x.scale),
                                  axis_span(data, {"y", "low", "high", "paper"}, figure.head.y.scale)};
  const Json x = position(figure, "x", figure.head.x, axes.x);
  const Json y = position(figure, "y", figure.head.y, axes.y);
  const Json paper_x = data.find("paper_x") ? position(figure, "paper_x", figure.head.x, axes.x) : x;
  const bool many = data.rows.size() > 200;  // which would cover each other
  const Json points =
      layer(drawable({"x", "y"}, AxisScale::linear),
            {{"type", "point"}, {"filled", true}, {"size", many ? 18 : 70}, {"opacity", many ? 0.5 : 0.9}},
            json_object({{"x", x},
                         {"y", y},
                         {"color", series_colour(figure)},
                         {"shape", series_second(figure, "shape")},
                         {"tooltip", tooltip(figure)}}));
  Json layers = json_array({front_line(figure, x, y), interval(figure, x, axes), x_interval(figure, y, axes), points,
                            one_line(figure.head.y, "y")});
  if (axes.x && axes.y) add_names(layers, figure, axes);
  if (data.has_values("paper"))
    layers.push_back(paper_layer(figure, paper_x, position(figure, "paper", figure.head.y, axes.y)));
  return {.layers = std::move(layers), .height = k_scatter_height};
}

}  // namespace palio
