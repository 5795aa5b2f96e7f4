#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/report/parts/figure.h"
#include "storage/sql/sql_value.h"

namespace palio {

/// Members keep their order: legends and lists of a chart follow it.
using Json = nlohmann::ordered_json;

/// Stands for a member or an item that is left out.
inline const Json k_left_out = Json::value_t::discarded;

Json json_object(std::initializer_list<std::pair<std::string_view, Json>> members);
Json json_array(std::initializer_list<Json> items);
Json json_value(const SqlValue& value);
Json json_values(const std::vector<SqlValue>& values);

/// The range that an axis shows.
struct AxisSpan {
  double least = 0, greatest = 1;
  AxisScale scale = AxisScale::linear;
  bool of_one_value = false;  // up to rounding

  /// The position of a value, as a part of the axis from its lower end.
  double part(double value) const;
};

/// All values of these columns that can be drawn, with room for marks at both ends; nothing if there are none.
std::optional<AxisSpan> axis_span(const DataTable& data, std::initializer_list<std::string_view> columns,
                                  AxisScale scale);

// Pieces of Vega-Lite specifications. What a figure does not need is k_left_out.

/// The output of a template: the layers of one panel, its height, and what else it needs.
struct ChartBody {
  Json layers;                  // a list
  int height = 0;               // px
  Json width = "container";     // or a step
  double beside = 0;            // px to the right of the axes, for names
  std::string own_panels = {};  // the column whose values have a panel each; empty: the figure's

  // What stands for the layers and the height where a picture is narrower than least_width.
  double least_width = 0;  // px
  Json narrow_layers = Json::array();
  int narrow_height = 0;  // px
};

ChartBody line_chart(const Figure& figure);
ChartBody bar_chart(const Figure& figure);
ChartBody scatter_chart(const Figure& figure);
ChartBody box_chart(const Figure& figure);
ChartBody strip_chart(const Figure& figure);
ChartBody ranks_chart(const Figure& figure);
ChartBody matrix_chart(const Figure& figure);
ChartBody heat_chart(const Figure& figure);
ChartBody slope_chart(const Figure& figure);

/// null if the axis has none.
Json axis_title(const ChartAxis& axis);

/// A position channel: numbers on the axis's scale, which shows `span` if given, or categories in the order of the
/// rows.
Json position(const Figure& figure, std::string_view column, const ChartAxis& axis,
              const std::optional<AxisSpan>& span = std::nullopt);
/// A line at 1 of an axis that has one, whose positions are on the channel "x" or "y".
Json one_line(const ChartAxis& axis, std::string_view channel);
/// The second end of an interval.
Json second_position(std::string_view column);

/// Whether colours have a legend: if there are several series, or never.
enum class Legend { several, never };

/// The colour of the values of a column, with a legend if there are several series; a single colour without any.
/// `channel` tells apart what shares a colour: "strokeDash" or "shape".
Json series_colour(const Figure& figure, std::string_view column = "series", Legend legend = Legend::several);
Json series_second(const Figure& figure, std::string_view channel, std::string_view column = "series",
                   Legend legend = Legend::several);
/// The colours of bars, boxes and points next to names: those of their series, or of the strategies named there.
Json category_colour(const Figure& figure);
Json category_shape(const Figure& figure);

/// The tooltip of a mark.
Json tooltip(const Figure& figure);
/// One line of it: a column, its title.
Json tip(const Figure& figure, std::string_view column, std::string_view title);

/// A transform that keeps the rows in which these columns can be drawn on the scale, and a list of that one.
Json drawable_row(std::initializer_list<std::string_view> columns, AxisScale scale);
Json drawable(std::initializer_list<std::string_view> columns, AxisScale scale);

/// A layer: transforms, mark, encoding; data of its own, such as {{"values", ROWS}}, or none.
Json layer(const Json& transform, const Json& mark, const Json& encoding, const Json& data = k_left_out);

/// Height of a chart with `marks` marks below each other, px, with room for these names.
int category_height(std::size_t marks, const std::vector<SqlValue>& names = {});

/// The most names that a panel has, or the chart without panels.
std::size_t names_of_a_panel(const DataTable& data);

/// An expression for labels: those named there as told, in lines if it is a list, others as they are.
Json labels_as(const Json& labels);
/// The same for names that are longer than a line of `length` bytes; left out if there are none.
Json broken_labels(const std::vector<SqlValue>& names, std::size_t length);

/// An axis of these names, all of them shown: long ones are broken after commas and colons. `members` are what else it
/// has.
Json name_axis(const std::vector<SqlValue>& names,
               std::initializer_list<std::pair<std::string_view, Json>> members = {});

/// The paper's values as hollow diamonds; left out if the figure has none.
Json paper_layer(const Figure& figure, const Json& x, const Json& y);

/// A point of a chart, its name, and the ends of its intervals; px from the upper left corner.
struct NamedPoint {
  std::string name;
  double x = 0, y = 0;
  double left = x, right = x, top = y, bottom = y;
};

/// On which side of its point a name goes; nowhere if it would cover a point, an interval or another name on every
/// side.
enum class LabelSide { right, left, above, below, right_above, right_below, left_above, left_below, nowhere };

/// How the text of a name is set at its point: px to the right and down.
struct LabelPlace {
  LabelSide side;
  std::string_view align;
  int dx, dy;
};
inline constexpr auto k_label_places = std::to_array<LabelPlace>({{LabelSide::right, "left", 7, 0},
                                                                  {LabelSide::left, "right", -7, 0},
                                                                  {LabelSide::above, "center", 0, -13},
                                                                  {LabelSide::below, "center", 0, 13},
                                                                  {LabelSide::right_above, "left", 5, -10},
                                                                  {LabelSide::right_below, "left", 5, 10},
                                                                  {LabelSide::left_above, "right", -5, -10},
                                                                  {LabelSide::left_below, "right", -5, 10}});

inline constexpr double k_letter_width = 6.4;  // px, at 11 px
inline constexpr double k_label_height = 12;   // px

/// Sides for the names of all points of a chart of this width and height (px), the first points first; free also where
/// the chart is so many times as wide.
std::vector<LabelSide> label_sides(const std::vector<NamedPoint>& points, double width, double height,
                                   const std::vector<double>& stretches = {1});

/// Places (px) for labels below each other: in the order of what they name and as near to it as a distance
/// of k_label_height allows, all from 0 to `length` if they fit.
std::vector<double> spread_labels(const std::vector<double>& wanted, double length);

}  // namespace palio
