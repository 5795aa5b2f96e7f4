// Curves with their intervals as bands; steps for distributions.
#include <fmt/format.h>

#include "analysis/report/chart_parts.h"
#include "analysis/report/json_builder.h"
#include "core/json_text.h"

namespace palio {
namespace {

// A curve of few points shows them; one of many would be hidden by them.
constexpr std::size_t k_most_points = 30;

std::string curve_mark(const Figure& figure) {
  if (figure.head.kind == ChartKind::steps) return R"({"type": "line", "interpolate": "step-after"})";
  if (figure.data.distinct("x").size() > k_most_points) return R"({"type": "line"})";
  return R"({"type": "line", "point": {"size": 28, "filled": true}})";
}

// An end of the band, at most half as far from the curves as these span: intervals of two or three instances would else
// rule the axis. Curves that are one level have no such measure.
std::string cut_end(std::string_view limit, std::string_view end, std::string_view bound, std::string_view as) {
  return json_object(
      {{"calculate", json_quoted(fmt::format("datum.least_y < datum.greatest_y ? {}(datum.{}, {}) : datum.{}", limit,
                                             end, bound, end))},
       {"as", json_quoted(as)}});
}

std::string cut_band(const Figure& figure) {
  const bool log = figure.head.y.scale == AxisScale::log;
  const bool own = figure.head.panels == PanelScales::independent && figure.data.has_values("panel");
  const std::string ends =
      R"([{"op": "min", "field": "y", "as": "least_y"}, {"op": "max", "field": "y", "as": "greatest_y"}])";
  return json_array({drawable_row({"y"}, figure.head.y.scale),
                     json_object({{"joinaggregate", ends}, {"groupby", own ? R"(["panel"])" : ""}}),
                     drawable_row({"low", "high"}, figure.head.y.scale),
                     cut_end("max", "low",
                             log ? "datum.least_y * sqrt(datum.least_y / datum.greatest_y)"
                                 : "1.5 * datum.least_y - 0.5 * datum.greatest_y",
                             "band_low"),
                     cut_end("min", "high",
                             log ? "datum.greatest_y * sqrt(datum.greatest_y / datum.least_y)"
                                 : "1.5 * datum.greatest_y - 0.5 * datum.least_y",
                             "band_high")});
}

std::string band(const Figure& figure, const std::string& x) {
  if (!figure.data.has_values("low") || !figure.data.has_values("high")) return {};
  return layer(cut_band(figure), R"({"type": "area", "opacity": 0.18})",
               json_object({{"x", x},
                            {"y", position(figure, "band_low", figure.head.y)},
                            {"y2", second_position("band_high")},
                            {"color", series_colour(figure)}}));
}

}  // namespace

ChartBody line_chart(const Figure& figure) {
  const FigureHead& head = figure.head;
  const std::string x = position(figure, "x", head.x);
  const std::string curve = layer(drawable({"y"}, head.y.scale), curve_mark(figure),
                                  json_object({{"x", x},
                                               {"y", position(figure, "y", head.y)},
                                               {"color", series_colour(figure)},
                                               {"strokeDash", series_second(figure, "strokeDash")},
                                               {"tooltip", tooltip(figure)}}));
  return {{band(figure, x), curve, paper_layer(figure, x, position(figure, "paper", head.y))}, "300"};
}

}  // namespace palio
