// Horizontal bars and boxes, so that long names have room.
#include <algorithm>

#include "analysis/report/charts/chart_parts.h"
#include "analysis/report/charts/name_columns.h"

namespace palio {
namespace {

Json offset(const Figure& figure) {
  if (figure.data.distinct("series").size() < 2) return k_left_out;
  return {{"field", "series"}, {"type", "nominal"}, {"sort", nullptr}};
}

Json value(const Figure& figure, std::string_view column) {
  if (figure.head.y.scale == AxisScale::log)
    return position(figure, column, figure.head.y,
                    axis_span(figure.data, {"y", "low", "high", "paper"}, figure.head.y.scale));
  return {{"field", column}, {"type", "quantitative"}, {"title", figure.head.y.title}};
}

Json interval(const Figure& figure, const Json& category) {
  if (!figure.data.has_values("low") || !figure.data.has_values("high")) return k_left_out;
  return layer(drawable({"low", "high"}, figure.head.y.scale), {{"type", "rule"}, {"strokeWidth", 1.4}},
               json_object({{"y", category},
                            {"x", value(figure, "low")},
                            {"x2", second_position("high")},
                            {"yOffset", offset(figure)}}));
}

// Black and white, so that it stands out from bars of any colour.
Json diamonds(const Figure& figure, const Json& category, std::string_view column, const Json& place) {
  if (!figure.data.has_values(column)) return k_left_out;
  const Json mark{{"type", "point"}, {"shape", "diamond"}, {"fill", "#ffffff"}, {"stroke", "#1a1a1a"},
                  {"size", 60},      {"strokeWidth", 1.4}, {"opacity", 1}};
  return layer(drawable({column}, figure.head.y.scale), mark,
               json_object({{"y", category}, {"x", place}, {"yOffset", offset(figure)}, {"tooltip", tooltip(figure)}}));
}

}  // namespace

// Bars with their intervals; points on a logarithmic scale, which has no zero for bars. x, the category, is at the
// left.
ChartBody bar_chart(const Figure& figure) {
  const FigureHead& head = figure.head;
  const RowNames names = row_names(figure, figure.data.distinct("x"));
  const Json category{
      {"field", "x"}, {"type", "nominal"}, {"sort", nullptr}, {"title", axis_title(head.x)}, {"axis", names.axis}};
  const bool points = head.y.scale == AxisScale::log;  // which the intervals must not cover
  const Json point{{"type", "point"}, {"filled", true}, {"size", 70}, {"opacity", 1}};
  const Json bar{{"type", "bar"}, {"opacity", 0.6}};
  const Json bars = layer(drawable({"y"}, head.y.scale), points ? point : bar,
                          json_object({{"y", category},
                                       {"x", value(figure, "y")},
                                       {"yOffset", offset(figure)},
                                       {"color", category_colour(figure)},
                                       {"shape", points ? category_shape(figure) : k_left_out},
                                       {"tooltip", tooltip(figure)}}));
  const Json intervals = interval(figure, category);
  ChartBody body{
      .layers = json_array({points ? intervals : bars, points ? bars : intervals,
                            diamonds(figure, category, "paper", value(figure, "paper")), one_line(head.y, "x")}),
      .height = names.height(names_of_a_panel(figure.data) *
                             std::max<std::size_t>(figure.data.distinct("series").size(), 1))};
  names.add_layers(body, category);
  return body;
}

// A line from least to greatest, a box from low to high, a stroke at y.
ChartBody box_chart(const Figure& figure) {
  const ChartAxis& axis = figure.head.y;
  const RowNames names = row_names(figure, figure.data.distinct("x"));
  Json category = position(figure, "x", figure.head.x);
  category["axis"] = names.axis;
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
  ChartBody body{.layers = json_array({whiskers, box, middle}), .height = names.height(names_of_a_panel(figure.data))};
  names.add_layers(body, category);
  return body;
}

// A tick at each y, a diamond at what was planned.
ChartBody strip_chart(const Figure& figure) {
  const RowNames names = row_names(figure, figure.data.distinct("x"));
  Json category = position(figure, "x", figure.head.x);
  category["axis"] = names.axis;
  const ChartAxis& axis = figure.head.y;
  const auto span = axis_span(figure.data, {"y", "planned"}, axis.scale);
  const Json ticks =
      layer(drawable({"y"}, axis.scale), {{"type", "tick"}, {"thickness", 1}, {"size", 13}, {"opacity", 0.5}},
            json_object({{"y", category},
                         {"x", position(figure, "y", axis, span)},
                         {"color", category_colour(figure)},
                         {"tooltip", tooltip(figure)}}));
  ChartBody body{
      .layers = json_array({ticks, diamonds(figure, category, "planned", position(figure, "planned", axis, span))}),
      .height = names.height(names_of_a_panel(figure.data))};
  names.add_layers(body, category);
  return body;
}

}  // namespace palio
