#include "analysis/report/charts/chart_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/report/charts/series_looks.h"
#include "core/text/json_text.h"

namespace palio {
namespace {

std::string values_json(const std::vector<SqlValue>& values) {
  std::vector<std::string> items;
  for (const SqlValue& value : values) items.push_back(json_value(value));
  return json_array(items);
}

std::string scale_json(AxisScale scale, const std::optional<AxisSpan>& span) {
  const std::string domain =
      span ? json_array({json_value(SqlValue(span->least)), json_value(SqlValue(span->greatest))}) : "";
  if (scale == AxisScale::log) return json_object({{"type", "\"log\""}, {"domain", domain}, {"nice", "false"}});
  return json_object({{"domain", domain}, {"zero", "false"}});
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

std::string position(const Figure& figure, std::string_view column, const ChartAxis& axis,
                     const std::optional<AxisSpan>& span) {
  const std::string title = axis.title.empty() ? "null" : json_quoted(axis.title);
  if (figure.data.has_texts(column))
    return json_object({{"field", json_quoted(column)}, {"type", "\"nominal\""}, {"sort", "null"}, {"title", title}});
  const bool whole = column == "x" && axis.scale == AxisScale::linear && is_whole(figure.data, column);
  return json_object({{"field", json_quoted(column)},
                      {"type", "\"quantitative\""},
                      {"title", title},
                      {"axis", whole ? R"({"tickMinStep": 1})" : ""},
                      {"scale", scale_json(axis.scale, span)}});
}

std::string second_position(std::string_view column) { return json_object({{"field", json_quoted(column)}}); }

std::string series_colour(const Figure& figure, std::string_view column, Legend legend) {
  const auto series = figure.data.distinct(column);
  if (series.empty()) return json_object({{"value", json_quoted(k_series_colours[0].light)}});
  std::vector<std::string> range;
  for (const SeriesLook& look : series_looks(series, figure.strategies))
    range.push_back(json_quoted(k_series_colours[look.colour].light));
  const bool told = series.size() > 1 && legend == Legend::several;
  return json_object({{"field", json_quoted(column)},
                      {"type", "\"nominal\""},
                      {"title", "null"},
                      {"scale", json_object({{"domain", values_json(series)}, {"range", json_array(range)}})},
                      {"legend", told ? R"({"symbolOpacity": 1})" : "null"}});
}

std::string series_second(const Figure& figure, std::string_view channel, std::string_view column, Legend legend) {
  const auto series = figure.data.distinct(column);
  const bool dashes = channel == "strokeDash";
  const std::vector<SeriesLook> looks = series_looks(series, figure.strategies);
  std::vector<std::string> range;
  for (const SeriesLook& look : looks)
    range.push_back(dashes ? std::string(k_series_forms[look.form].dashes)
                           : json_quoted(k_series_forms[look.form].shape));
  if (std::ranges::all_of(looks, [](const SeriesLook& look) { return look.form == 0; })) return {};
  return json_object({{"field", json_quoted(column)},
                      {"type", "\"nominal\""},
                      {"title", "null"},
                      {"scale", json_object({{"domain", values_json(series)}, {"range", json_array(range)}})},
                      {"legend", legend == Legend::never ? "null" : ""}});
}

std::string category_colour(const Figure& figure) {
  return strategies_are_categories(figure) ? series_colour(figure, "x", Legend::never) : series_colour(figure);
}

std::string category_shape(const Figure& figure) {
  return strategies_are_categories(figure) ? series_second(figure, "shape", "x", Legend::never)
                                           : series_second(figure, "shape");
}

std::string tip(const Figure& figure, std::string_view column, std::string_view title) {
  const DataTable& data = figure.data;
  if (!data.has_values(column)) return {};
  const bool text = data.has_texts(column);
  return json_object({{"field", json_quoted(column)},
                      {"title", json_quoted(title)},
                      {"type", text ? "\"nominal\"" : "\"quantitative\""},
                      {"format", text ? "" : "\".5~g\""}});
}

std::string tooltip(const Figure& figure) {
  const std::string x = figure.head.x.title.empty() ? "x" : figure.head.x.title;
  const std::string y = figure.head.y.title.empty() ? "y" : figure.head.y.title;
  return json_array({tip(figure, "series", "series"), tip(figure, "x", x), tip(figure, "x_low", "from"),
                     tip(figure, "x_high", "to"), tip(figure, "y", y), tip(figure, "low", "from"),
                     tip(figure, "high", "to"), tip(figure, "least", "least"), tip(figure, "greatest", "greatest"),
                     tip(figure, "paper", "the paper"), tip(figure, "instances", "instances")});
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

std::string layer(const std::string& transform, const std::string& mark, const std::string& encoding,
                  const std::string& data) {
  return json_object({{"data", data}, {"transform", transform}, {"mark", mark}, {"encoding", encoding}});
}

std::string inline_data(const std::vector<std::string>& rows) { return json_object({{"values", json_array(rows)}}); }

std::string category_height(std::size_t marks) { return fmt::format("{}", 20 * std::max<std::size_t>(marks, 2)); }

std::string paper_layer(const Figure& figure, const std::string& x, const std::string& y) {
  if (!figure.data.has_values("paper")) return {};
  return layer(drawable({"paper"}, figure.head.y.scale),
               R"({"type": "point", "shape": "diamond", "filled": false, "size": 70, "strokeWidth": 1.6})",
               json_object({{"x", x}, {"y", y}, {"color", series_colour(figure)}, {"tooltip", tooltip(figure)}}));
}

}  // namespace palio
