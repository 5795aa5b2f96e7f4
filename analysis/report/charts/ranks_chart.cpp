// Mean ranks below each other, the best first; bars at the right join what differs by less than the critical
// difference.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/annotated/annotated_sql.h"
#include "analysis/report/charts/chart_parts.h"

namespace palio {
namespace {

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

struct RankAxis {
  double greatest = 0;  // where the ranks end, and the bars of the groups begin
  double lane = 0;      // ranks between these
};

RankAxis rank_axis(const Figure& figure, double difference) {
  double greatest = 1 + difference;
  for (const auto& row : figure.data.rows)
    greatest = std::max(greatest, number_of(row[figure.data.find("y").value()]).value_or(0));
  return {greatest, 0.045 * (greatest - 1)};
}

Json rank_channel(const Figure& figure, std::string_view field, double least, double greatest) {
  return {{"field", field},
          {"type", "quantitative"},
          {"title", figure.head.x.title.empty() ? "mean rank" : figure.head.x.title},
          {"scale", {{"domain", {least, greatest}}, {"nice", false}}}};
}

}  // namespace

ChartBody ranks_chart(const Figure& figure) {
  const DataTable& data = figure.data;
  const double difference = number_of(data.rows.front()[data.find("critical_difference").value()]).value_or(0);
  const std::string scale_name = fmt::format("critical difference: {:.2f}", difference);
  const std::vector<RankGroup> groups = groups_of(data);
  const RankAxis axis = rank_axis(figure, difference);
  const double least = 1 - axis.lane;
  const double greatest = axis.greatest + axis.lane * (static_cast<double>(groups.size()) + 2);

  Json order = json_array({scale_name}), joined = Json::array();
  const auto name = [&](std::size_t row) { return json_value(data.rows[row][data.find("x").value()]); };
  for (std::size_t row = 0; row < data.rows.size(); ++row) order.push_back(name(row));
  for (std::size_t i = 0; i < groups.size(); ++i)
    joined.push_back({{"x", name(groups[i].first)},
                      {"last", name(groups[i].last)},
                      {"lane", axis.greatest + axis.lane * (static_cast<double>(i) + 1.5)}});
  const Json category{{"field", "x"},
                      {"type", "nominal"},
                      {"title", nullptr},
                      {"sort", nullptr},
                      {"axis", name_axis(data.distinct("x"), {{"grid", true}})},
                      {"scale", {{"domain", order}}}};
  const auto rank = [&](std::string_view field) { return rank_channel(figure, field, least, greatest); };
  const Json points = layer(
      drawable({"y"}, AxisScale::linear), {{"type", "point"}, {"filled", true}, {"size", 80}, {"opacity", 1}},
      json_object({{"y", category},
                   {"x", rank("y")},
                   {"color", category_colour(figure)},
                   {"shape", category_shape(figure)},
                   {"tooltip", json_array({tip(figure, "x", "strategy"), tip(figure, "y", "mean rank"),
                                           tip(figure, "groups", "groups"), tip(figure, "instances", "instances")})}}));
  const Json bars =
      layer(k_left_out, {{"type", "rule"}, {"strokeWidth", 4}, {"opacity", 0.7}},
            {{"y", category}, {"y2", second_position("last")}, {"x", rank("lane")}}, {{"values", joined}});
  const Json scale =
      layer(k_left_out, {{"type", "rule"}, {"strokeWidth", 3}},
            {{"y", category}, {"x", rank("from")}, {"x2", second_position("to")}},
            {{"values", json_array({json_object({{"x", scale_name}, {"from", 1}, {"to", 1 + difference}})})}});
  return {.layers = json_array({scale, bars, points}),
          .height = category_height(data.rows.size() + 1, data.distinct("x"))};
}

}  // namespace palio
