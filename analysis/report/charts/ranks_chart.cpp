// Mean ranks with the critical difference: up to 15 strategies as in Demsar's diagram (JMLR 7, 2006, Figure 1) with
// names at both sides, more of them below each other, the best first. Bars join what differs by less than the critical
// difference.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "analysis/annotated/annotated_sql.h"
#include "analysis/report/charts/chart_parts.h"
#include "analysis/report/charts/name_columns.h"

namespace palio {
namespace {

constexpr std::size_t k_most_in_diagram = 15;     // strategies
constexpr std::size_t k_longest_in_diagram = 24;  // bytes of a name

struct RankGroup {
  std::size_t first = 0, last = 0;  // rows
};

// The groups of two or more, by number.
std::vector<RankGroup> groups_of(const DataTable& data) {
  std::map<std::string, RankGroup> groups;
  const auto column = data.find("groups");
  for (std::size_t row = 0; column && row < data.rows.size(); ++row)
    for (const std::string& number : split_list(name_text(data.rows[row][*column]), ' '))
      groups.try_emplace(number, RankGroup{row, row}).first->second.last = row;
  std::vector<RankGroup> joined;
  for (const auto& [number, group] : groups)
    if (group.last > group.first) joined.push_back(group);
  std::ranges::sort(joined, {}, &RankGroup::first);
  return joined;
}

// The rows of a chart, which begin with the best.
struct Ranks {
  std::vector<std::string> names = {};
  std::vector<double> ranks = {};
  std::vector<RankGroup> groups = {};
  double difference = 0;  // critical
};

Ranks ranks_of(const DataTable& data) {
  Ranks ranks;
  ranks.groups = groups_of(data);
  for (const auto& row : data.rows) {
    ranks.names.push_back(name_text(row[data.find("x").value()]));
    ranks.ranks.push_back(number_of(row[data.find("y").value()]).value_or(0));
  }
  ranks.difference = number_of(data.rows.front()[data.find("critical_difference").value()]).value_or(0);
  return ranks;
}

std::string difference_text(const Ranks& ranks) { return fmt::format("critical difference: {:.2f}", ranks.difference); }

Json rank_channel(const Figure& figure, std::string_view field, double least, double greatest, const Json& axis) {
  return json_object({{"field", field},
                      {"type", "quantitative"},
                      {"title", figure.head.x.title.empty() ? "mean rank" : figure.head.x.title},
                      {"axis", axis},
                      {"scale", {{"domain", {least, greatest}}, {"nice", false}}}});
}

Json points_layer(const Figure& figure, const Json& across, const Json& down, const Json& data = k_left_out) {
  return layer(
      drawable({"y"}, AxisScale::linear), {{"type", "point"}, {"filled", true}, {"size", 80}, {"opacity", 1}},
      json_object({{"y", down},
                   {"x", across},
                   {"color", category_colour(figure)},
                   {"shape", category_shape(figure)},
                   {"tooltip", json_array({tip(figure, "x", "strategy"), tip(figure, "y", "mean rank"),
                                           tip(figure, "groups", "groups"), tip(figure, "instances", "instances")})}}),
      data);
}

// Heights in the diagram, px from its top.
constexpr double k_difference_name = 0, k_difference = 18, k_axis = 48, k_first_lane = 56, k_lane = 7, k_row = 18;

// A height that is one for all or, with a field, of each row.
Json height(double px) { return {{"value", px}}; }
Json height_of(std::string_view field) {
  return {{"field", field}, {"type", "quantitative"}, {"scale", nullptr}, {"axis", nullptr}};
}

// Where the line of a strategy ends: the better half at the left, the best on top; the other half at the right.
struct LineEnd {
  bool left;
  double down;  // px
};
LineEnd line_end(const Ranks& ranks, std::size_t row) {
  const std::size_t count = ranks.names.size(), half = (count + 1) / 2;
  const double first = k_first_lane + k_lane * static_cast<double>(ranks.groups.size()) + 10;
  const bool left = row < half;
  return {left, first + k_row * static_cast<double>(left ? row : count - 1 - row)};
}

// A line from the axis down and to the side for each strategy, its mark and its name at the end.
void add_lines(ChartBody& body, const Figure& figure, const Ranks& ranks, const Json& rank) {
  std::array<Json, 2> lines{Json::array(), Json::array()};
  std::array<std::size_t, 2> longest{0, 0};
  for (std::size_t row = 0; row < ranks.names.size(); ++row) {
    const LineEnd end = line_end(ranks, row);
    Json line{{"x", ranks.names[row]}, {"y", ranks.ranks[row]}, {"down", end.down}};
    for (const char* column : {"groups", "instances"})
      if (const auto at = figure.data.find(column)) line[column] = json_value(figure.data.rows[row][*at]);
    lines[end.left].push_back(line);
    longest[end.left] = std::max(longest[end.left], ranks.names[row].size());
  }
  const Json down = height_of("down");
  for (const bool left : {true, false}) {
    const Json side{{"value", left ? Json(0) : Json("width")}};
    const Json rows{{"values", lines[left]}};
    const Json rule{{"type", "rule"}, {"opacity", 0.6}};
    body.layers.push_back(layer(k_left_out, rule, {{"x", rank}, {"y", height(k_axis)}, {"y2", down}}, rows));
    body.layers.push_back(layer(k_left_out, rule, {{"x", rank}, {"x2", side}, {"y", down}}, rows));
    body.layers.push_back(points_layer(figure, side, down, rows));
    body.layers.push_back(layer(k_left_out,
                                {{"type", "text"},
                                 {"align", left ? "right" : "left"},
                                 {"dx", left ? -9 : 9},
                                 {"limit", 400},
                                 {"style", "column"}},
                                {{"x", side}, {"y", down}, {"text", {{"field", "x"}, {"type", "nominal"}}}}, rows));
  }
  constexpr double k_least_axis = 160, k_mark = 14;  // px
  body.least_width = k_least_axis + 2 * k_mark + k_letter_width * static_cast<double>(longest[0] + longest[1]);
}

ChartBody diagram(const Figure& figure, const Ranks& ranks) {
  double greatest = std::ceil(std::max(ranks.ranks.back(), 1 + ranks.difference));
  if (figure.strategies.folded.empty()) greatest = std::max(greatest, static_cast<double>(ranks.names.size()));
  const Json axis{{"orient", "top"}, {"title", nullptr}, {"offset", -k_axis}, {"grid", false}, {"tickMinStep", 1}};
  const auto rank = [&](std::string_view field) { return rank_channel(figure, field, 1, greatest, axis); };
  const Json thick{{"type", "rule"}, {"strokeWidth", 3}};
  const Json scale{{"values", json_array({json_object({{"from", 1}, {"to", 1 + ranks.difference}})})}};
  Json joined = Json::array();
  for (std::size_t i = 0; i < ranks.groups.size(); ++i)
    joined.push_back({{"from", ranks.ranks[ranks.groups[i].first]},
                      {"to", ranks.ranks[ranks.groups[i].last]},
                      {"down", k_first_lane + k_lane * static_cast<double>(i)}});
  ChartBody body{.layers = Json::array()};
  add_lines(body, figure, ranks, rank("y"));
  body.layers.push_back(layer(
      k_left_out, thick, {{"x", rank("from")}, {"x2", second_position("to")}, {"y", height(k_difference)}}, scale));
  body.layers.push_back(layer(
      k_left_out,
      {{"type", "text"}, {"align", "left"}, {"baseline", "top"}, {"text", difference_text(ranks)}, {"style", "column"}},
      {{"x", rank("from")}, {"y", height(k_difference_name)}}, scale));
  if (!joined.empty())
    body.layers.push_back(layer(k_left_out, {{"type", "rule"}, {"strokeWidth", 4}, {"opacity", 0.7}},
                                {{"x", rank("from")}, {"x2", second_position("to")}, {"y", height_of("down")}},
                                {{"values", joined}}));
  body.height = static_cast<int>(line_end(ranks, (ranks.names.size() - 1) / 2).down + 8);
  return body;
}

// The name of the scale where names are columns.
Json difference_name(const Json& category, const Ranks& ranks) {
  const Json mark{{"type", "text"}, {"align", "left"}, {"dy", -9}, {"style", "column"}};
  return layer(k_left_out, mark, {{"y", category}, {"x", height(4)}, {"text", {{"value", difference_text(ranks)}}}},
               {{"values", json_array({json_object({{"x", difference_text(ranks)}})})}});
}

// 1 and the multiples of a round step, at most ten.
std::vector<double> rank_ticks(double last) {
  constexpr std::array<double, 7> k_steps{1, 2, 5, 10, 20, 50, 100};
  const auto* const step = std::ranges::find_if(k_steps, [&](double size) { return last / size <= 10; });
  const double size = step == k_steps.end() ? last : *step;
  std::vector<double> ticks{1};
  for (double tick = size > 1 ? size : 2; tick <= last; tick += size) ticks.push_back(tick);
  return ticks;
}

// Bars of the groups stand beyond the greatest rank, where the axis has no ticks.
ChartBody list(const Figure& figure, const Ranks& ranks) {
  const double last = std::max(1 + ranks.difference, *std::ranges::max_element(ranks.ranks));
  const double lane = 0.045 * (last - 1);
  const double greatest = last + lane * (static_cast<double>(ranks.groups.size()) + 2);
  Json order = json_array({difference_text(ranks)}), joined = Json::array(), ticks = Json::array();
  std::vector<SqlValue> names;
  for (const std::string& name : ranks.names) names.emplace_back(name), order.push_back(name);
  RowNames row_labels = row_names(figure, names);
  row_labels.axis["grid"] = true;
  for (std::size_t i = 0; i < ranks.groups.size(); ++i)
    joined.push_back({{"x", ranks.names[ranks.groups[i].first]},
                      {"last", ranks.names[ranks.groups[i].last]},
                      {"lane", last + lane * (static_cast<double>(i) + 1.5)}});
  for (const double tick : rank_ticks(last)) ticks.push_back(tick);
  const auto rank = [&](std::string_view field) {
    return rank_channel(figure, field, 1 - lane, greatest, {{"values", ticks}});
  };
  const Json category{{"field", "x"},    {"type", "nominal"},       {"title", nullptr},
                      {"sort", nullptr}, {"axis", row_labels.axis}, {"scale", {{"domain", order}}}};
  const Json bars =
      layer(k_left_out, {{"type", "rule"}, {"strokeWidth", 4}, {"opacity", 0.7}},
            {{"y", category}, {"y2", second_position("last")}, {"x", rank("lane")}}, {{"values", joined}});
  const Json scale =
      layer(k_left_out, {{"type", "rule"}, {"strokeWidth", 3}},
            {{"y", category}, {"x", rank("from")}, {"x2", second_position("to")}},
            {{"values",
              json_array({json_object({{"x", difference_text(ranks)}, {"from", 1}, {"to", 1 + ranks.difference}})})}});
  ChartBody body{.layers = json_array({scale, bars, points_layer(figure, rank("y"), category)}),
                 .height = row_labels.height(names.size() + 1)};
  row_labels.add_layers(body, category);
  if (row_labels.columns) body.layers.push_back(difference_name(category, ranks));
  return body;
}

}  // namespace

ChartBody ranks_chart(const Figure& figure) {
  const Ranks ranks = ranks_of(figure.data);
  std::size_t longest = 0;
  for (const std::string& name : ranks.names) longest = std::max(longest, name.size());
  ChartBody body = list(figure, ranks);
  if (ranks.names.size() > k_most_in_diagram || longest > k_longest_in_diagram) return body;
  ChartBody wide = diagram(figure, ranks);
  wide.narrow_layers = std::move(body.layers);
  wide.narrow_height = body.height;
  return wide;
}

}  // namespace palio
