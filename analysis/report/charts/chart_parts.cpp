#include "analysis/report/charts/chart_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/report/charts/series_looks.h"

namespace palio {
namespace {

Json values_json(const std::vector<SqlValue>& values) {
  Json items = Json::array();
  for (const SqlValue& value : values) items.push_back(json_value(value));
  return items;
}

Json scale_json(AxisScale scale, const std::optional<AxisSpan>& span) {
  const Json domain = span ? json_array({span->least, span->greatest}) : k_left_out;
  if (scale == AxisScale::log) return json_object({{"type", "log"}, {"domain", domain}, {"nice", false}});
  return json_object({{"domain", domain}, {"zero", false}});
}

bool strategies_are_categories(const Figure& figure) {
  if (figure.data.has_values("series")) return false;
  const auto values = figure.data.distinct("x");
  return std::ranges::any_of(figure.strategies, [&](const std::string& strategy) {
    return std::ranges::find(values, SqlValue(strategy)) != values.end();
  });
}

// Counts, say, between which there is nothing.
bool is_whole(const DataTable& data, std::string_view column) {
  const std::size_t at = data.find(column).value();
  return std::ranges::all_of(data.rows, [at](const auto& row) {
    const double value = number_of(row[at]).value_or(0);
    return value == std::floor(value);
  });
}

}  // namespace

Json axis_title(const ChartAxis& axis) { return axis.title.empty() ? Json() : Json(axis.title); }

Json position(const Figure& figure, std::string_view column, const ChartAxis& axis,
              const std::optional<AxisSpan>& span) {
  const Json title = axis_title(axis);
  if (figure.data.has_texts(column))
    return json_object({{"field", column}, {"type", "nominal"}, {"sort", nullptr}, {"title", title}});
  const bool whole = column == "x" && axis.scale == AxisScale::linear && is_whole(figure.data, column);
  return json_object({{"field", column},
                      {"type", "quantitative"},
                      {"title", title},
                      {"axis", whole ? json_object({{"tickMinStep", 1}}) : k_left_out},
                      {"scale", scale_json(axis.scale, span)}});
}

Json second_position(std::string_view column) { return json_object({{"field", column}}); }

Json series_colour(const Figure& figure, std::string_view column, Legend legend) {
  const auto series = figure.data.distinct(column);
  if (series.empty()) return json_object({{"value", k_series_colours[0].light}});
  Json range = Json::array();
  for (const SeriesLook& look : series_looks(series, figure.strategies))
    range.push_back(k_series_colours[look.colour].light);
  const bool told = series.size() > 1 && legend == Legend::several;
  return json_object({{"field", column},
                      {"type", "nominal"},
                      {"title", nullptr},
                      {"scale", json_object({{"domain", values_json(series)}, {"range", range}})},
                      {"legend", told ? json_object({{"symbolOpacity", 1}}) : Json()}});
}

Json series_second(const Figure& figure, std::string_view channel, std::string_view column, Legend legend) {
  const auto series = figure.data.distinct(column);
  const bool dashes = channel == "strokeDash";
  const std::vector<SeriesLook> looks = series_looks(series, figure.strategies);
  Json range = Json::array();
  for (const SeriesLook& look : looks)
    range.push_back(dashes ? Json::parse(k_series_forms[look.form].dashes) : Json(k_series_forms[look.form].shape));
  if (std::ranges::all_of(looks, [](const SeriesLook& look) { return look.form == 0; })) return k_left_out;
  return json_object({{"field", column},
                      {"type", "nominal"},
                      {"title", nullptr},
                      {"scale", json_object({{"domain", values_json(series)}, {"range", range}})},
                      {"legend", legend == Legend::never ? Json() : k_left_out}});
}

Json category_colour(const Figure& figure) {
  return strategies_are_categories(figure) ? series_colour(figure, "x", Legend::never) : series_colour(figure);
}

Json category_shape(const Figure& figure) {
  return strategies_are_categories(figure) ? series_second(figure, "shape", "x", Legend::never)
                                           : series_second(figure, "shape");
}

Json tip(const Figure& figure, std::string_view column, std::string_view title) {
  const DataTable& data = figure.data;
  if (!data.has_values(column)) return k_left_out;
  const bool text = data.has_texts(column);
  return json_object({{"field", column},
                      {"title", title},
                      {"type", text ? "nominal" : "quantitative"},
                      {"format", text ? k_left_out : Json(".5~g")}});
}

Json tooltip(const Figure& figure) {
  const std::string x = figure.head.x.title.empty() ? "x" : figure.head.x.title;
  const std::string y = figure.head.y.title.empty() ? "y" : figure.head.y.title;
  return json_array({tip(figure, "series", "series"), tip(figure, "x", x), tip(figure, "x_low", "from"),
                     tip(figure, "x_high", "to"), tip(figure, "y", y), tip(figure, "low", "from"),
                     tip(figure, "high", "to"), tip(figure, "least", "least"), tip(figure, "greatest", "greatest"),
                     tip(figure, "paper", "the paper"), tip(figure, "instances", "instances")});
}

Json drawable_row(std::initializer_list<std::string_view> columns, AxisScale scale) {
  std::string test;
  for (const std::string_view column : columns) {
    if (!test.empty()) test += " && ";
    test += fmt::format("isValid(datum.{0})", column);
    if (scale == AxisScale::log) test += fmt::format(" && datum.{} > 0", column);
  }
  return json_object({{"filter", test}});
}

Json drawable(std::initializer_list<std::string_view> columns, AxisScale scale) {
  return json_array({drawable_row(columns, scale)});
}

Json layer(const Json& transform, const Json& mark, const Json& encoding, const Json& data) {
  return json_object({{"data", data}, {"transform", transform}, {"mark", mark}, {"encoding", encoding}});
}

Json inline_data(const Json& rows) { return json_object({{"values", rows}}); }

int category_height(std::size_t marks) { return 20 * static_cast<int>(std::max<std::size_t>(marks, 2)); }

Json paper_layer(const Figure& figure, const Json& x, const Json& y) {
  if (!figure.data.has_values("paper")) return k_left_out;
  const Json mark{{"type", "point"}, {"shape", "diamond"}, {"filled", false}, {"size", 70}, {"strokeWidth", 1.6}};
  return layer(drawable({"paper"}, figure.head.y.scale), mark,
               json_object({{"x", x}, {"y", y}, {"color", series_colour(figure)}, {"tooltip", tooltip(figure)}}));
}

}  // namespace palio
