#include "analysis/report/chart_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/report/json_builder.h"
#include "core/json_text.h"

namespace palio {
namespace {

constexpr std::size_t k_colours = 10;  // of the theme

std::string values_json(const std::vector<SqlValue>& values) {
  std::vector<std::string> items;
  for (const SqlValue& value : values) items.push_back(json_value(value));
  return json_array(items);
}

std::string scale_json(AxisScale scale) {
  return scale == AxisScale::log ? R"({"type": "log", "nice": false})" : R"({"zero": false})";
}

// The i-th series has the (i / 10)-th of these: colours repeat after ten.
std::string repeated(std::size_t series, std::initializer_list<std::string_view> looks) {
  std::vector<std::string> range;
  for (std::size_t i = 0; i < series; ++i) range.emplace_back(looks.begin()[(i / k_colours) % looks.size()]);
  return json_array(range);
}

std::string tip(std::string_view column, std::string_view title, std::string_view type, std::string_view format = "") {
  return json_object({{"field", json_quoted(column)},
                      {"title", json_quoted(title)},
                      {"type", json_quoted(type)},
                      {"format", format.empty() ? "" : json_quoted(format)}});
}

}  // namespace

std::string position(const Figure& figure, std::string_view column, const ChartAxis& axis) {
  const std::string title = axis.title.empty() ? "null" : json_quoted(axis.title);
  if (figure.data.has_texts(column))
    return json_object({{"field", json_quoted(column)}, {"type", "\"nominal\""}, {"sort", "null"}, {"title", title}});
  return json_object({{"field", json_quoted(column)},
                      {"type", "\"quantitative\""},
                      {"title", title},
                      {"scale", scale_json(axis.scale)}});
}

std::string second_position(std::string_view column) { return json_object({{"field", json_quoted(column)}}); }

std::string series_colour(const Figure& figure) {
  const auto series = figure.data.distinct("series");
  if (series.empty()) return {};
  return json_object({{"field", "\"series\""},
                      {"type", "\"nominal\""},
                      {"title", "null"},
                      {"scale", json_object({{"domain", values_json(series)}})},
                      {"legend", series.size() == 1 ? "null" : R"({"symbolOpacity": 1})"}});
}

std::string series_second(const Figure& figure, std::string_view channel) {
  const auto series = figure.data.distinct("series");
  const bool dashes = channel == "strokeDash";
  if (series.size() <= (dashes ? k_colours : 1)) return {};
  const std::string range = dashes ? repeated(series.size(), {"[1, 0]", "[6, 3]", "[2, 2]", "[8, 2, 2, 2]"})
                                   : repeated(series.size(), {R"("circle")", R"("square")", R"("triangle-up")",
                                                              R"("triangle-down")", R"("cross")"});
  return json_object({{"field", "\"series\""},
                      {"type", "\"nominal\""},
                      {"title", "null"},
                      {"scale", json_object({{"domain", values_json(series)}, {"range", range}})}});
}

std::string tooltip(const Figure& figure) {
  const DataTable& data = figure.data;
  const auto of = [&](std::string_view column, std::string_view title) -> std::string {
    if (!data.has_values(column)) return {};
    if (data.has_texts(column)) return tip(column, title, "nominal");
    return tip(column, title, "quantitative", ".5~g");
  };
  const std::string x = figure.head.x.title.empty() ? "x" : figure.head.x.title;
  const std::string y = figure.head.y.title.empty() ? "y" : figure.head.y.title;
  return json_array({of("series", "series"), of("x", x), of("y", y), of("low", "from"), of("high", "to"),
                     of("least", "least"), of("greatest", "greatest"), of("paper", "the paper"),
                     of("instances", "instances")});
}

std::string drawable_row(std::initializer_list<std::string_view> columns, AxisScale scale) {
  std::string test;
  for (const std::string_view column : columns) {
    if (!test.empty()) test += " && ";
    test += fmt::format("isValid(datum.{0})", column);
    if (scale == AxisScale::log) test += fmt::format(" && datum.{} > 0", column);
  }
  return json_object({{"filter", json_quoted(test)}});
}

std::string drawable(std::initializer_list<std::string_view> columns, AxisScale scale) {
  return json_array({drawable_row(columns, scale)});
}

std::string layer(const std::string& transform, const std::string& mark, const std::string& encoding) {
  return json_object({{"transform", transform}, {"mark", mark}, {"encoding", encoding}});
}

std::string category_height(std::size_t marks) { return fmt::format("{}", 20 * std::max<std::size_t>(marks, 2)); }

std::string paper_layer(const Figure& figure, const std::string& x, const std::string& y) {
  if (!figure.data.has_values("paper")) return {};
  return layer(drawable({"paper"}, figure.head.y.scale),
               R"({"type": "point", "shape": "diamond", "filled": false, "size": 70, "strokeWidth": 1.6})",
               json_object({{"x", x}, {"y", y}, {"color", series_colour(figure)}, {"tooltip", tooltip(figure)}}));
}

}  // namespace palio
