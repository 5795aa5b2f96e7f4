// Curves with their intervals as bands; steps for distributions.
#include "analysis/report/chart_parts.h"
#include "analysis/report/json_builder.h"

namespace palio {
namespace {

// A curve of few points shows them; one of many would be hidden by them.
constexpr std::size_t k_most_points = 30;

std::string curve_mark(const Figure& figure) {
  if (figure.head.kind == ChartKind::steps) return R"({"type": "line", "interpolate": "step-after"})";
  if (figure.data.distinct("x").size() > k_most_points) return R"({"type": "line"})";
  return R"({"type": "line", "point": {"size": 28, "filled": true}})";
}

std::string band(const Figure& figure, const std::string& x) {
  if (!figure.data.has_values("low") || !figure.data.has_values("high")) return {};
  return layer(drawable({"low", "high"}, figure.head.y.scale), R"({"type": "area", "opacity": 0.18})",
               json_object({{"x", x},
                            {"y", position(figure, "low", figure.head.y)},
                            {"y2", second_position("high")},
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
