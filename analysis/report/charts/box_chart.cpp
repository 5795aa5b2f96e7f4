// Boxes that lie: a line from least to greatest, a box from low to high, a stroke at y.
#include "analysis/report/charts/chart_parts.h"

namespace palio {

ChartBody box_chart(const Figure& figure) {
  const ChartAxis& axis = figure.head.y;
  const Json category = position(figure, "x", figure.head.x);
  const auto span = axis_span(figure.data, {"least", "greatest", "low", "high", "y"}, axis.scale);
  const auto along = [&](std::string_view from, std::string_view to) {
    return json_object({{"y", category},
                        {"x", position(figure, from, axis, span)},
                        {"x2", second_position(to)},
                        {"color", category_colour(figure)},
                        {"tooltip", tooltip(figure)}});
  };
  const Json whiskers = layer(drawable({"least", "greatest"}, axis.scale), {{"type", "rule"}, {"opacity", 0.6}},
                              along("least", "greatest"));
  const Json box = layer(drawable({"low", "high"}, axis.scale), {{"type", "bar"}, {"height", 11}, {"opacity", 0.75}},
                         along("low", "high"));
  const Json middle =
      layer(drawable({"y"}, axis.scale), {{"type", "tick"}, {"thickness", 2.5}, {"size", 13}},
            json_object({{"y", category}, {"x", position(figure, "y", axis, span)}, {"tooltip", tooltip(figure)}}));
  return {.layers = json_array({whiskers, box, middle}), .height = category_height(figure.data.distinct("x").size())};
}

}  // namespace palio
