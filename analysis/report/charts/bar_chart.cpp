// Bars that lie, so that long names have room, with their intervals; points where the scale is logarithmic, since a bar
// has no foot there. x, the category, stands at the left.
#include <algorithm>

#include "analysis/report/charts/chart_parts.h"
#include "core/text/json_text.h"

namespace palio {
namespace {

std::string offset(const Figure& figure) {
  if (figure.data.distinct("series").size() < 2) return {};
  return R"({"field": "series", "type": "nominal", "sort": null})";
}

std::string value(const Figure& figure, std::string_view column) {
  if (figure.head.y.scale == AxisScale::log)
    return position(figure, column, figure.head.y,
                    axis_span(figure.data, {"y", "low", "high", "paper"}, figure.head.y.scale));
  return json_object(
      {{"field", json_quoted(column)}, {"type", "\"quantitative\""}, {"title", json_quoted(figure.head.y.title)}});
}

std::string interval(const Figure& figure, const std::string& category) {
  if (!figure.data.has_values("low") || !figure.data.has_values("high")) return {};
  return layer(drawable({"low", "high"}, figure.head.y.scale), R"({"type": "rule", "strokeWidth": 1.4})",
               json_object({{"y", category},
                            {"x", value(figure, "low")},
                            {"x2", second_position("high")},
                            {"yOffset", offset(figure)}}));
}

// Black and white, for it must be told from bars of any colour.
std::string paper(const Figure& figure, const std::string& category) {
  if (!figure.data.has_values("paper")) return {};
  return layer(
      drawable({"paper"}, figure.head.y.scale),
      R"({"type": "point", "shape": "diamond", "fill": "#ffffff", "stroke": "#1a1a1a", "size": 60, "strokeWidth": 1.4, "opacity": 1})",
      json_object(
          {{"y", category}, {"x", value(figure, "paper")}, {"yOffset", offset(figure)}, {"tooltip", tooltip(figure)}}));
}

}  // namespace

ChartBody bar_chart(const Figure& figure) {
  const FigureHead& head = figure.head;
  const std::string category = json_object({{"field", "\"x\""},
                                            {"type", "\"nominal\""},
                                            {"sort", "null"},
                                            {"title", head.x.title.empty() ? "null" : json_quoted(head.x.title)}});
  const bool points = head.y.scale == AxisScale::log;  // which the intervals must not cover
  const std::string mark =
      points ? R"({"type": "point", "filled": true, "size": 70, "opacity": 1})" : R"({"type": "bar", "opacity": 0.6})";
  const std::string bars = layer(drawable({"y"}, head.y.scale), mark,
                                 json_object({{"y", category},
                                              {"x", value(figure, "y")},
                                              {"yOffset", offset(figure)},
                                              {"color", category_colour(figure)},
                                              {"shape", points ? category_shape(figure) : ""},
                                              {"tooltip", tooltip(figure)}}));
  const std::string intervals = interval(figure, category);
  return {{points ? intervals : bars, points ? bars : intervals, paper(figure, category)},
          category_height(figure.data.distinct("x").size() *
                          std::max<std::size_t>(figure.data.distinct("series").size(), 1))};
}

}  // namespace palio
