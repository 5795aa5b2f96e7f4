// Curves with their intervals as bands; steps for distributions; slopes for before and after.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/report/charts/chart_parts.h"

namespace palio {
namespace {

// A curve with few points marks them; on one with many, marks would hide it.
constexpr std::size_t k_most_points = 30;
// The most curves that can be followed in one chart; if there are more, each has its own panel.
constexpr std::size_t k_most_together = 8;
// A page draws at most this many points of curves at once without a noticeable delay.
constexpr std::size_t k_most_drawn = 100'000;
constexpr int k_line_height = 300;   // px
constexpr int k_small_height = 110;  // px, of a panel for one curve

Json curve_mark(const Figure& figure) {
  Json mark{{"type", "line"}};
  if (figure.head.kind == ChartKind::steps)
    mark["interpolate"] = "step-after";
  else if (figure.data.distinct("x").size() <= k_most_points)
    mark["point"] = {{"size", 28}, {"filled", true}};
  return mark;
}

// An end of the band, at most half as far from the curves as these span: otherwise intervals of two or three instances
// would dominate the axis. Constant curves have no such measure.
Json cut_end(std::string_view limit, std::string_view end, std::string_view bound, std::string_view as) {
  return json_object({{"calculate", fmt::format("datum.least_y < datum.greatest_y ? {}(datum.{}, {}) : datum.{}", limit,
                                                end, bound, end)},
                      {"as", as}});
}

Json cut_band(const Figure& figure) {
  const bool log = figure.head.y.scale == AxisScale::log;
  const bool panelled = figure.data.has_values("panel");  // Vega-Lite then adds to the list, which must be there
  const bool own = panelled && figure.head.panels == PanelScales::independent;
  const Json least{{"op", "min"}, {"field", "y"}, {"as", "least_y"}};
  const Json greatest{{"op", "max"}, {"field", "y"}, {"as", "greatest_y"}};
  return json_array({drawable_row({"y"}, figure.head.y.scale),
                     json_object({{"joinaggregate", json_array({least, greatest})},
                                  {"groupby", own        ? json_array({"panel"})
                                              : panelled ? Json::array()
                                                         : k_left_out}}),
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

Json band(const Figure& figure, const Json& x, Legend legend) {
  if (!figure.data.has_values("low") || !figure.data.has_values("high")) return k_left_out;
  return layer(cut_band(figure), {{"type", "area"}, {"opacity", 0.18}},
               json_object({{"x", x},
                            {"y", position(figure, "band_low", figure.head.y)},
                            {"y2", second_position("band_high")},
                            {"color", series_colour(figure, "series", legend)}}));
}

// Where the curves end on the right: names stand there, in the order of the ends.
std::map<SqlValue, std::pair<double, double>> curve_ends(const Figure& figure) {
  std::map<SqlValue, std::pair<double, double>> ends;  // x and y of each series
  const DataTable& data = figure.data;
  const bool categories = data.has_texts("x");  // then the last row is the end
  for (const auto& row : data.rows) {
    const auto x = categories ? std::optional(0.0) : number_of(row[data.find("x").value()]);
    const auto y = number_of(row[data.find("y").value()]);
    const SqlValue& series = row[data.find("series").value()];
    if (name_text(series).empty() || !x || !y || (figure.head.y.scale == AxisScale::log && *y <= 0)) continue;
    const auto [end, is_new] = ends.try_emplace(series, *x, *y);
    if (!is_new && *x >= end->second.first) end->second = {*x, *y};
  }
  return ends;
}

// The whole y axis as drawn: curves, bands up to where they are cut, values of the paper.
std::optional<AxisSpan> drawn_span(const Figure& figure) {
  const AxisScale scale = figure.head.y.scale;
  const auto curves = axis_span(figure.data, {"y", "paper"}, scale);
  auto span = axis_span(figure.data, {"y", "paper", "low", "high"}, scale);
  if (!curves || !span || curves->least >= curves->greatest) return span;
  const bool log = scale == AxisScale::log;
  const double half = log ? std::sqrt(curves->greatest / curves->least) : (curves->greatest - curves->least) / 2;
  span->least = std::max(span->least, log ? curves->least / half : curves->least - half);
  span->greatest = std::min(span->greatest, log ? curves->greatest * half : curves->greatest + half);
  return span;
}

// The names of the curves at their ends, if all have room and end at a number.
Json end_names(const Figure& figure, const AxisSpan& span, double height) {
  Json rows = Json::array();
  std::vector<double> wanted;
  const auto ends = curve_ends(figure);
  for (const auto& [name, end] : ends) wanted.push_back(height * (1 - span.part(end.second)));
  const std::vector<double> places = spread_labels(wanted, height);
  std::size_t i = 0;
  for (const auto& end : ends)
    rows.push_back(json_object({{"series", json_value(end.first)}, {"place", std::round(10 * places[i++]) / 10}}));
  const Json mark{{"type", "text"}, {"align", "left"}, {"baseline", "middle"}, {"dx", 7}, {"limit", 400}};
  return layer(k_left_out, mark,
               {{"x", {{"value", "width"}}},
                {"y", {{"field", "place"}, {"type", "quantitative"}, {"scale", nullptr}, {"axis", nullptr}}},
                {"text", {{"field", "series"}, {"type", "nominal"}}},
                {"color", series_colour(figure)}},
               {{"values", rows}});
}

void add_end_names(ChartBody& body, const Figure& figure, const AxisSpan& span) {
  std::size_t longest = 0;
  for (const SqlValue& name : figure.data.distinct("series")) longest = std::max(longest, name_text(name).size());
  body.layers.push_back(end_names(figure, span, body.height));
  body.beside = 10 + k_letter_width * static_cast<double>(longest);
}

// The points of all curves, a point that cannot be drawn after each: one path with gaps is far less for a browser than
// a path for each curve.
Json joined_curves(const Figure& figure) {
  const DataTable& data = figure.data;
  const auto x = data.find("x").value(), y = data.find("y").value(), series = data.find("series").value();
  std::map<SqlValue, Json> curves;
  for (const auto& row : data.rows) {
    const auto value = number_of(row[y]);
    const bool drawn = value && (figure.head.y.scale != AxisScale::log || *value > 0);
    curves.try_emplace(row[series], Json::array())
        .first->second.push_back({{"x", json_value(row[x])}, {"y", drawn ? Json(*value) : Json()}});
  }
  Json points = Json::array();
  for (const auto& [name, curve] : curves) {
    for (const Json& point : curve) points.push_back(point);
    points.push_back({{"x", curve.back()["x"]}, {"y", nullptr}});
  }
  return points;
}

// All curves in grey behind the panel's own one, unless those are too many points.
Json others(const Figure& figure, const Json& x) {
  if (figure.data.rows.size() * figure.data.distinct("series").size() > k_most_drawn) return k_left_out;
  const bool steps = figure.head.kind == ChartKind::steps;
  return layer(k_left_out,
               json_object({{"type", "line"},
                            {"interpolate", steps ? Json("step-after") : k_left_out},
                            {"color", "#8a8a8a"},
                            {"strokeWidth", 0.8},
                            {"opacity", 0.35}}),
               {{"x", x}, {"y", position(figure, "y", figure.head.y)}, {"order", {{"value", nullptr}}}},
               {{"values", joined_curves(figure)}});
}

Json curve_layer(const Figure& figure, const Json& x, const std::optional<AxisSpan>& span, const Json& dashes,
                 Legend legend) {
  return layer(drawable({"y"}, figure.head.y.scale), curve_mark(figure),
               json_object({{"x", x},
                            {"y", position(figure, "y", figure.head.y, span)},
                            {"color", series_colour(figure, "series", legend)},
                            {"strokeDash", dashes},
                            {"tooltip", tooltip(figure)}}));
}

}  // namespace

ChartBody line_chart(const Figure& figure) {
  const std::size_t series = figure.data.distinct("series").size();
  const bool alone = !figure.data.has_values("panel");
  const Json x =
      position(figure, "x", figure.head.x,
               figure.head.x.has_one ? axis_span(figure.data, {"x"}, figure.head.x.scale) : std::optional<AxisSpan>());
  const Json paper = paper_layer(figure, x, position(figure, "paper", figure.head.y));
  if (alone && series > k_most_together)
    return {.layers = json_array({others(figure, x), band(figure, x, Legend::never),
                                  curve_layer(figure, x, std::nullopt, k_left_out, Legend::never), paper}),
            .height = k_small_height,
            .own_panels = "series"};
  const auto span = alone ? drawn_span(figure) : std::nullopt;
  const Json dashes = series_second(figure, "strokeDash");
  ChartBody body{
      .layers = json_array({band(figure, x, Legend::several), curve_layer(figure, x, span, dashes, Legend::several),
                            paper, one_line(figure.head.x, "x"), one_line(figure.head.y, "y")}),
      .height = k_line_height};
  const bool steps = figure.head.kind == ChartKind::steps;  // they all end at the top
  if (!alone || steps || series < 2 || !span || figure.data.has_texts("x")) return body;
  add_end_names(body, figure, *span);
  return body;
}

ChartBody slope_chart(const Figure& figure) {
  const Json x{{"field", "x"},
               {"type", "nominal"},
               {"sort", nullptr},
               {"title", nullptr},
               {"axis", {{"labelAngle", 0}, {"labelOverlap", false}, {"labelExpr", "split(datum.label, ' ')"}}},
               {"scale", {{"type", "point"}, {"padding", 0.12}}}};
  const std::size_t series = figure.data.distinct("series").size();
  const auto span = axis_span(figure.data, {"y"}, figure.head.y.scale);
  const Json dashes = series_second(figure, "strokeDash");
  ChartBody body{.layers = json_array({curve_layer(figure, x, span, dashes, Legend::several)}),
                 .height = std::max(k_line_height, static_cast<int>(k_label_height) * static_cast<int>(series))};
  if (span && series > 1) add_end_names(body, figure, *span);
  return body;
}

}  // namespace palio
