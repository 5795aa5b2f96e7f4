// One point per series, the Pareto front as a line through its named points.
#include <fmt/format.h>

#include <map>

#include "analysis/report/chart_parts.h"
#include "analysis/report/json_builder.h"

namespace palio {
namespace {

std::string interval(const Figure& figure, const std::string& x) {
  if (!figure.data.has_values("low") || !figure.data.has_values("high")) return {};
  return layer(drawable({"low", "high"}, figure.head.y.scale), R"({"type": "rule", "opacity": 0.6})",
               json_object({{"x", x},
                            {"y", position(figure, "low", figure.head.y)},
                            {"y2", second_position("high")},
                            {"color", series_colour(figure)}}));
}

constexpr const char* k_on_front = R"j([{"filter": "datum.front === 1"}])j";

std::string front_line(const Figure& figure, const std::string& x, const std::string& y) {
  if (!figure.data.has_values("front")) return {};
  return layer(k_on_front, R"({"type": "line", "color": "currentColor", "opacity": 0.5, "strokeDash": [4, 3]})",
               json_object({{"x", x}, {"y", y}, {"order", R"({"field": "x", "type": "quantitative"})"}}));
}

// Whether the front's point farthest to the right is above the one farthest to the left.
bool front_rises(const DataTable& data) {
  std::map<double, double> points;
  for (const auto& row : data.rows) {
    const auto value = [&](std::string_view column) { return number_of(row[data.find(column).value()]); };
    const auto x = value("x"), y = value("y");
    if (value("front") == 1 && x && y) points[*x] = *y;
  }
  return points.size() > 1 && points.rbegin()->second > points.begin()->second;
}

// On the side of the points where the front's line does not strike them.
std::string front_names(const Figure& figure, const std::string& x, const std::string& y) {
  if (!figure.data.has_values("front")) return {};
  const std::string mark = fmt::format(R"({{"type": "text", "align": "left", "dx": 7, "dy": {}, "limit": 400}})",
                                       front_rises(figure.data) ? 9 : -7);
  return layer(k_on_front, mark,
               json_object({{"x", x}, {"y", y}, {"text", R"({"field": "series", "type": "nominal"})"}}));
}

}  // namespace

ChartBody scatter_chart(const Figure& figure) {
  const std::string x = position(figure, "x", figure.head.x);
  const std::string y = position(figure, "y", figure.head.y);
  const std::string paper_x = figure.data.find("paper_x") ? position(figure, "paper_x", figure.head.x) : x;
  const std::string points =
      layer(drawable({"x", "y"}, AxisScale::linear), R"({"type": "point", "filled": true, "size": 70, "opacity": 0.9})",
            json_object({{"x", x},
                         {"y", y},
                         {"color", series_colour(figure)},
                         {"shape", series_second(figure, "shape")},
                         {"tooltip", tooltip(figure)}}));
  return {{front_line(figure, x, y), interval(figure, x), points, front_names(figure, x, y),
           paper_layer(figure, paper_x, position(figure, "paper", figure.head.y))},
          "360"};
}

}  // namespace palio
