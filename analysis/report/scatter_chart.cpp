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

// The front from left to right.
std::multimap<double, double> front_points(const DataTable& data) {
  std::multimap<double, double> points;
  for (const auto& row : data.rows) {
    const auto value = [&](std::string_view column) { return number_of(row[data.find(column).value()]); };
    const auto x = value("x"), y = value("y");
    if (value("front") == 1 && x && y) points.emplace(*x, *y);
  }
  return points;
}

// Every second point of the front, counted from 1 along x.
enum class Places { odd, even };

// Their names.
std::string names(Places places, const std::string& mark, const std::string& x, const std::string& y) {
  const std::string transform = fmt::format(
      R"j([{{"filter": "datum.front === 1"}}, {{"window": [{{"op": "row_number", "as": "place"}}], "sort": [{{"field": "x"}}]}},)j"
      R"j( {{"filter": "datum.place % 2 === {}"}}])j",
      places == Places::odd ? 1 : 0);
  return layer(transform, mark,
               json_object({{"x", x}, {"y", y}, {"text", R"({"field": "series", "type": "nominal"})"}}));
}

// Where the front's line does not strike them, in turn to the right and to the left so that neighbours have room.
void add_front_names(std::vector<std::string>& layers, const Figure& figure, const std::string& x,
                     const std::string& y) {
  if (!figure.data.has_values("front")) return;
  const auto points = front_points(figure.data);
  if (points.empty()) return;
  const int below = 9, above = -7;  // px
  const bool rises = points.rbegin()->second > points.begin()->second;
  const auto mark = [](std::string_view align, int dx, int dy) {
    return fmt::format(R"({{"type": "text", "align": "{}", "dx": {}, "dy": {}, "limit": 400}})", align, dx, dy);
  };
  layers.push_back(names(Places::odd, mark("left", 7, rises ? below : above), x, y));
  if (points.size() > 1) layers.push_back(names(Places::even, mark("right", -7, rises ? above : below), x, y));
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
  std::vector<std::string> layers{front_line(figure, x, y), interval(figure, x), points};
  add_front_names(layers, figure, x, y);
  layers.push_back(paper_layer(figure, paper_x, position(figure, "paper", figure.head.y)));
  return {std::move(layers), "360"};
}

}  // namespace palio
