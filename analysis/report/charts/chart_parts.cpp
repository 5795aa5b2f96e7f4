#include "analysis/report/charts/chart_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <type_traits>
#include <variant>

#include "analysis/report/charts/series_looks.h"
#include "analysis/statistics/rank_statistics.h"
#include "core/text/visible_text.h"

namespace palio {
namespace {

constexpr std::size_t k_line_length = 40;  // bytes

// A name in lines of at most that length where commas and colons allow that.
std::vector<std::string> name_lines(std::string_view name, std::size_t length = k_line_length) {
  std::vector<std::string> lines;
  while (name.size() > length) {
    const std::size_t end = name.substr(0, length).find_last_of(",:");
    if (end == std::string_view::npos) break;
    lines.emplace_back(name.substr(0, end + 1));
    name.remove_prefix(end + 1);
  }
  lines.emplace_back(name);
  return lines;
}

constexpr double k_room = 0.04;  // of the span of the values, at each end

double place_on(AxisScale scale, double value) { return scale == AxisScale::log ? std::log(value) : value; }
double value_at(AxisScale scale, double place) { return scale == AxisScale::log ? std::exp(place) : place; }

Json scale_json(AxisScale scale, const std::optional<AxisSpan>& span) {
  const Json domain = span ? json_array({span->least, span->greatest}) : k_left_out;
  if (scale == AxisScale::log) return json_object({{"type", "log"}, {"domain", domain}, {"nice", false}});
  return json_object({{"domain", domain}, {"zero", false}});
}

Json series_channel(std::string_view column, const std::vector<SqlValue>& series, const Json& range,
                    const Json& legend) {
  return json_object({{"field", column},
                      {"type", "nominal"},
                      {"title", nullptr},
                      {"scale", json_object({{"domain", json_values(series)}, {"range", range}})},
                      {"legend", legend}});
}

bool strategies_are_categories(const Figure& figure) {
  if (figure.data.has_values("series")) return false;
  const auto values = figure.data.distinct("x");
  return std::ranges::any_of(figure.strategies.labels, [&](const std::string& strategy) {
    return std::ranges::find(values, SqlValue(strategy)) != values.end();
  });
}

// Whether all values are whole numbers, such as counts.
bool is_whole(const DataTable& data, std::string_view column) {
  const std::size_t at = data.find(column).value();
  return std::ranges::all_of(data.rows, [at](const auto& row) {
    const double value = number_of(row[at]).value_or(0);
    return value == std::floor(value);
  });
}

// A span for an axis all of whose values are the same, which would have none: that of the column and what shares its
// axis.
std::optional<AxisSpan> span_of_one_value(const DataTable& data, std::string_view column, AxisScale scale) {
  const bool across = column.starts_with("x") || column.ends_with("_x");
  const auto span = across ? axis_span(data, {"x", "x_low", "x_high", "paper_x"}, scale)
                           : axis_span(data, {"y", "low", "high", "least", "greatest", "paper"}, scale);
  return span && span->of_one_value ? span : std::nullopt;
}

AxisSpan with_one(AxisSpan span) {
  span.least = std::min(span.least, value_at(span.scale, place_on(span.scale, 1) - k_room / 4));
  span.greatest = std::max(span.greatest, value_at(span.scale, place_on(span.scale, 1) + k_room / 4));
  return span;
}

// Round numbers on a logarithmic axis: in round steps where it is short, else at 1, 2 and 5, or at powers of ten where
// it is long. By itself Vega labels only these.
Json log_ticks(const AxisSpan& span) {
  constexpr double k_short = 5, k_long = 1e4, k_steps = 6;
  Json ticks = Json::array();
  const auto add = [&](double tick) {
    if (tick >= span.least && tick <= span.greatest) ticks.push_back(std::stod(fmt::format("{:.6g}", tick)));
  };
  if (span.greatest < k_short * span.least) {
    const double rough = (span.greatest - span.least) / k_steps, power = std::pow(10, std::floor(std::log10(rough)));
    const double step = power * (rough <= 2 * power ? 2 : rough <= 5 * power ? 5 : 10);
    for (double count = std::ceil(span.least / step); count * step <= span.greatest; ++count) add(count * step);
    return ticks;
  }
  for (double power = std::pow(10, std::floor(std::log10(span.least))); power <= span.greatest; power *= 10)
    for (const double digit : {1, 2, 5})
      if (digit == 1 || span.greatest < k_long * span.least) add(digit * power);
  return ticks;
}

struct LabelBox {
  double left, top, right, bottom;  // px

  bool meets(const LabelBox& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

constexpr double k_point_radius = 5;  // px

double letters(std::string_view name) {
  double count = 0;
  for (; !name.empty(); ++count) name.remove_prefix(first_character(name).length);
  return count;
}

LabelBox box_of(const NamedPoint& point, const LabelPlace& place) {
  const double width = letters(point.name) * k_letter_width, x = point.x + place.dx, y = point.y + place.dy;
  const double left = place.align == "left" ? x : place.align == "right" ? x - width : x - width / 2;
  return {left, y - k_label_height / 2, left + width, y + k_label_height / 2};
}

// A point and its intervals.
std::array<LabelBox, 3> mark_boxes(const NamedPoint& point) {
  constexpr double k_half = 1;  // px, of a line
  return {{{point.x - k_point_radius, point.y - k_point_radius, point.x + k_point_radius, point.y + k_point_radius},
           {point.left, point.y - k_half, point.right, point.y + k_half},
           {point.x - k_half, point.top, point.x + k_half, point.bottom}}};
}

// The same point in a chart so many times as wide.
NamedPoint stretched(NamedPoint point, double by) {
  for (double* const x : {&point.x, &point.left, &point.right}) *x *= by;
  return point;
}

bool lies_within(const LabelBox& box, double width, double height) {
  return box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height;
}

}  // namespace

Json json_object(std::initializer_list<std::pair<std::string_view, Json>> members) {
  Json object = Json::object();
  for (const auto& [name, value] : members)
    if (!value.is_discarded()) object[std::string(name)] = value;
  return object;
}

Json json_array(std::initializer_list<Json> items) {
  Json array = Json::array();
  for (const Json& item : items)
    if (!item.is_discarded()) array.push_back(item);
  return array;
}

Json json_value(const SqlValue& value) {
  return std::visit(
      [](const auto& held) -> Json {
        if constexpr (std::is_same_v<decltype(held), const std::monostate&>)
          return nullptr;
        else
          return held;
      },
      value);
}

Json json_values(const std::vector<SqlValue>& values) {
  Json items = Json::array();
  for (const SqlValue& value : values) items.push_back(json_value(value));
  return items;
}

double AxisSpan::part(double value) const {
  const double from = place_on(scale, least);
  return (place_on(scale, value) - from) / (place_on(scale, greatest) - from);
}

std::optional<AxisSpan> axis_span(const DataTable& data, std::initializer_list<std::string_view> columns,
                                  AxisScale scale) {
  std::optional<AxisSpan> span;
  for (const std::string_view column : columns)
    if (const auto at = data.find(column))
      for (const auto& row : data.rows) {
        const std::optional<double> value = number_of(row[*at]);
        if (!value || !std::isfinite(*value) || (scale == AxisScale::log && *value <= 0)) continue;
        if (!span) span = AxisSpan{*value, *value, scale};
        span->least = std::min(span->least, *value);
        span->greatest = std::max(span->greatest, *value);
      }
  if (!span) return span;
  const double from = place_on(scale, span->least), to = place_on(scale, span->greatest);
  const double alone = scale == AxisScale::log || from == 0 ? 1 : std::abs(from);  // of a single value
  const double room = k_room * (to > from ? to - from : alone);
  const bool starts_at_zero = scale == AxisScale::linear && from >= 0 && from < room;
  return AxisSpan{starts_at_zero ? 0 : value_at(scale, from - room), value_at(scale, to + room), scale,
                  nearly_equal(span->least, span->greatest)};
}

Json axis_title(const ChartAxis& axis) {
  if (axis.title.empty()) return {};
  return axis.scale == AxisScale::log ? axis.title + ", log scale" : axis.title;
}

Json position(const Figure& figure, std::string_view column, const ChartAxis& axis,
              const std::optional<AxisSpan>& span) {
  const Json title = axis_title(axis);
  if (figure.data.has_texts(column))
    return json_object({{"field", column},
                        {"type", "nominal"},
                        {"sort", nullptr},
                        {"title", title},
                        {"axis", name_axis(figure.data.distinct(column))}});
  const bool is_log = axis.scale == AxisScale::log;
  const bool whole = column == "x" && !is_log && is_whole(figure.data, column);
  auto shown = span ? span : span_of_one_value(figure.data, column, axis.scale);
  if (shown && axis.has_one) shown = with_one(*shown);
  return json_object({{"field", column},
                      {"type", "quantitative"},
                      {"title", title},
                      {"axis", whole             ? json_object({{"tickMinStep", 1}})
                               : shown && is_log ? json_object({{"values", log_ticks(*shown)}})
                                                 : k_left_out},
                      {"scale", scale_json(axis.scale, shown)}});
}

Json one_line(const ChartAxis& axis, std::string_view channel) {
  if (!axis.has_one) return k_left_out;
  return layer(k_left_out, {{"type", "rule"}, {"strokeDash", {4, 3}}, {"opacity", 0.6}},
               json_object({{channel, {{"datum", 1}, {"type", "quantitative"}}}}),
               {{"values", Json::array({Json::object()})}});
}

Json second_position(std::string_view column) { return json_object({{"field", column}}); }

Json series_colour(const Figure& figure, std::string_view column, Legend legend) {
  const auto series = figure.data.distinct(column);
  if (series.empty()) return json_object({{"value", k_series_colours[0].light}});
  Json range = Json::array();
  for (const SeriesLook& look : series_looks(series, figure.strategies.labels))
    range.push_back(k_series_colours[look.colour].light);
  const bool told = series.size() > 1 && legend == Legend::several;
  return series_channel(column, series, range, told ? json_object({{"symbolOpacity", 1}}) : Json());
}

Json series_second(const Figure& figure, std::string_view channel, std::string_view column, Legend legend) {
  const auto series = figure.data.distinct(column);
  const bool dashes = channel == "strokeDash";
  const std::vector<SeriesLook> looks = series_looks(series, figure.strategies.labels);
  Json range = Json::array();
  for (const SeriesLook& look : looks)
    range.push_back(dashes ? Json::parse(k_series_forms[look.form].dashes) : Json(k_series_forms[look.form].shape));
  if (std::ranges::all_of(looks, [](const SeriesLook& look) { return look.form == 0; })) return k_left_out;
  return series_channel(column, series, range, legend == Legend::never ? Json() : k_left_out);
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

int category_height(std::size_t marks, const std::vector<SqlValue>& names) {
  constexpr std::size_t k_step = 20, k_line = 12;
  std::size_t lines = 1;
  for (const SqlValue& name : names)
    if (const auto* text = std::get_if<std::string>(&name)) lines = std::max(lines, name_lines(*text).size());
  return static_cast<int>((k_step + (lines - 1) * k_line) * std::max<std::size_t>(marks, 2));
}

std::size_t names_of_a_panel(const DataTable& data) {
  const auto x = data.find("x"), panel = data.find("panel");
  std::map<SqlValue, std::set<SqlValue>> names;
  for (const auto& row : data.rows) names[panel ? row[*panel] : SqlValue()].insert(row[*x]);
  std::size_t most = 0;
  for (const auto& [title, of_panel] : names) most = std::max(most, of_panel.size());
  return most;
}

Json broken_labels(const std::vector<SqlValue>& names, std::size_t length) {
  Json broken = Json::object();
  for (const SqlValue& name : names)
    if (const auto* text = std::get_if<std::string>(&name))
      if (const auto lines = name_lines(*text, length); lines.size() > 1) broken[*text] = lines;
  return broken.empty() ? k_left_out : labels_as(broken);
}

Json labels_as(const Json& labels) {
  return fmt::format("({})[datum.label] || datum.label", labels.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Json name_axis(const std::vector<SqlValue>& names, std::initializer_list<std::pair<std::string_view, Json>> members) {
  Json axis = json_object(members);
  axis["labelOverlap"] = false;
  if (const Json labels = broken_labels(names, k_line_length); !labels.is_discarded()) axis["labelExpr"] = labels;
  return axis;
}

Json paper_layer(const Figure& figure, const Json& x, const Json& y) {
  if (!figure.data.has_values("paper")) return k_left_out;
  const Json mark{{"type", "point"}, {"shape", "diamond"}, {"filled", false}, {"size", 70}, {"strokeWidth", 1.6}};
  return layer(drawable({"paper"}, figure.head.y.scale), mark,
               json_object({{"x", x}, {"y", y}, {"color", series_colour(figure)}, {"tooltip", tooltip(figure)}}));
}

std::vector<LabelSide> label_sides(const std::vector<NamedPoint>& points, double width, double height,
                                   const std::vector<double>& stretches) {
  std::vector<std::vector<LabelBox>> taken(stretches.size());  // at each width
  for (std::size_t i = 0; i < stretches.size(); ++i)
    for (const NamedPoint& point : points)
      for (const LabelBox& box : mark_boxes(stretched(point, stretches[i]))) taken[i].push_back(box);
  std::vector<LabelSide> sides;
  for (const NamedPoint& point : points) {
    const auto box = [&](std::size_t i, const LabelPlace& place) {
      return box_of(stretched(point, stretches[i]), place);
    };
    const auto is_free = [&](const LabelPlace& place) {
      for (std::size_t i = 0; i < stretches.size(); ++i)
        if (!lies_within(box(i, place), stretches[i] * width, height) ||
            std::ranges::any_of(taken[i], [&](const LabelBox& other) { return box(i, place).meets(other); }))
          return false;
      return true;
    };
    const auto* const place = std::ranges::find_if(k_label_places, is_free);
    sides.push_back(place == k_label_places.end() ? LabelSide::nowhere : place->side);
    if (sides.back() == LabelSide::nowhere) continue;
    for (std::size_t i = 0; i < stretches.size(); ++i) taken[i].push_back(box(i, *place));
  }
  return sides;
}

std::vector<double> spread_labels(const std::vector<double>& wanted, double length) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });
  std::vector<double> places = wanted;
  double free = -k_label_height;  // the latest place
  for (const std::size_t i : order) free = places[i] = std::max(places[i], free + k_label_height);
  free = std::max(length, (static_cast<double>(wanted.size()) - 1) * k_label_height) + k_label_height;
  std::ranges::reverse(order);
  for (const std::size_t i : order) free = places[i] = std::min(places[i], free - k_label_height);
  return places;
}

}  // namespace palio
