// One point per series with its name where it has room, the Pareto front as a line.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/report/charts/chart_parts.h"
#include "analysis/report/charts/label_places.h"
#include "core/text/json_text.h"

namespace palio {
namespace {

constexpr double k_width = 560, k_height = 360;  // px; names that have room there have it on wider pages

struct Axes {
  std::optional<AxisSpan> x, y;
};

std::string interval(const Figure& figure, const std::string& x, const Axes& axes) {
  if (!figure.data.has_values("low") || !figure.data.has_values("high")) return {};
  return layer(drawable({"low", "high"}, figure.head.y.scale), R"({"type": "rule", "opacity": 0.6})",
               json_object({{"x", x},
                            {"y", position(figure, "low", figure.head.y, axes.y)},
                            {"y2", second_position("high")},
                            {"color", series_colour(figure)}}));
}

std::string x_interval(const Figure& figure, const std::string& y, const Axes& axes) {
  if (!figure.data.has_values("x_low") || !figure.data.has_values("x_high")) return {};
  return layer(drawable({"x_low", "x_high"}, figure.head.x.scale), R"({"type": "rule", "opacity": 0.6})",
               json_object({{"x", position(figure, "x_low", figure.head.x, axes.x)},
                            {"x2", second_position("x_high")},
                            {"y", y},
                            {"color", series_colour(figure)}}));
}

constexpr const char* k_on_front = R"j([{"filter": "datum.front === 1"}])j";

std::string front_line(const Figure& figure, const std::string& x, const std::string& y) {
  if (!figure.data.has_values("front")) return {};
  return layer(k_on_front, R"({"type": "line", "color": "currentColor", "opacity": 0.5, "strokeDash": [4, 3]})",
               json_object({{"x", x}, {"y", y}, {"order", R"({"field": "x", "type": "quantitative"})"}}));
}

struct Place {
  LabelSide side;
  std::string_view mark;
};
constexpr std::array<Place, 4> k_places{{{LabelSide::right, R"("align": "left", "dx": 7)"},
                                         {LabelSide::left, R"("align": "right", "dx": -7)"},
                                         {LabelSide::above, R"("align": "center", "dy": -13)"},
                                         {LabelSide::below, R"("align": "center", "dy": 13)"}}};

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

void add_names(std::vector<std::string>& layers, const Figure& figure, const Axes& axes) {
  const DataTable& data = figure.data;
  const std::vector<std::size_t> rows = named_rows(data);
  const auto number = [&](std::size_t row, std::string_view column) {
    return number_of(data.rows[row][data.find(column).value()]).value();
  };
  std::vector<NamedPoint> points;
  for (const std::size_t row : rows)
    points.push_back({name_text(data.rows[row][data.find("series").value()]), k_width * axes.x->part(number(row, "x")),
                      k_height * (1 - axes.y->part(number(row, "y")))});
  const std::vector<LabelSide> sides = label_sides(points, k_width, k_height);
  for (const Place& place : k_places) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (sides[i] == place.side)
        names.push_back(json_object({{"series", json_quoted(points[i].name)},
                                     {"x", json_number(number(rows[i], "x"))},
                                     {"y", json_number(number(rows[i], "y"))}}));
    if (names.empty()) continue;
    layers.push_back(layer("", fmt::format(R"({{"type": "text", {}, "limit": 400}})", place.mark),
                           json_object({{"x", position(figure, "x", figure.head.x, axes.x)},
                                        {"y", position(figure, "y", figure.head.y, axes.y)},
                                        {"text", R"({"field": "series", "type": "nominal"})"}}),
                           inline_data(names)));
  }
}

}  // namespace

ChartBody scatter_chart(const Figure& figure) {
  const DataTable& data = figure.data;
  const bool alone = !data.has_values("panel") && !data.has_texts("x") && !data.has_texts("y");
  const Axes axes = !alone ? Axes{}
                           : Axes{axis_span(data, {"x", "x_low", "x_high", "paper_x"}, figure.head.x.scale),
                                  axis_span(data, {"y", "low", "high", "paper"}, figure.head.y.scale)};
  const std::string x = position(figure, "x", figure.head.x, axes.x);
  const std::string y = position(figure, "y", figure.head.y, axes.y);
  const std::string paper_x = data.find("paper_x") ? position(figure, "paper_x", figure.head.x, axes.x) : x;
  const std::string points =
      layer(drawable({"x", "y"}, AxisScale::linear), R"({"type": "point", "filled": true, "size": 70, "opacity": 0.9})",
            json_object({{"x", x},
                         {"y", y},
                         {"color", series_colour(figure)},
                         {"shape", series_second(figure, "shape")},
                         {"tooltip", tooltip(figure)}}));
  std::vector<std::string> layers{front_line(figure, x, y), interval(figure, x, axes), x_interval(figure, y, axes),
                                  points};
  if (axes.x && axes.y) add_names(layers, figure, axes);
  layers.push_back(paper_layer(figure, paper_x, position(figure, "paper", figure.head.y, axes.y)));
  return {.layers = std::move(layers), .height = fmt::format("{}", k_height)};
}

}  // namespace palio
