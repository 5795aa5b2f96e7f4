#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/charts/axis_span.h"
#include "analysis/report/charts/json_builder.h"
#include "analysis/report/parts/figure.h"

namespace palio {

// Pieces of Vega-Lite specifications; every string is JSON.

/// What a template makes: the layers of one panel, its height, and what else it needs.
struct ChartBody {
  std::vector<std::string> layers;
  std::string height;                   // px
  std::string width = "\"container\"";  // or a step
  double beside = 0;                    // px to the right of the axes, for names
  std::string own_panels = {};          // the column whose values have a panel each; empty: the figure's
};

ChartBody line_chart(const Figure& figure);
ChartBody bar_chart(const Figure& figure);
ChartBody scatter_chart(const Figure& figure);
ChartBody box_chart(const Figure& figure);
ChartBody ranks_chart(const Figure& figure);
ChartBody matrix_chart(const Figure& figure);

/// A position channel: numbers on the axis' scale (that shows `span`, if one is given), or categories in the order of
/// the rows.
std::string position(const Figure& figure, std::string_view column, const ChartAxis& axis,
                     const std::optional<AxisSpan>& span = std::nullopt);
/// The second end of an interval.
std::string second_position(std::string_view column);

/// Whether colours have a legend: where there are several series, or never.
enum class Legend { several, never };

/// The colour of the values of a column, with a legend where there are several series; one colour without any.
/// `channel` tells apart what shares a colour: "strokeDash" or "shape".
std::string series_colour(const Figure& figure, std::string_view column = "series", Legend legend = Legend::several);
std::string series_second(const Figure& figure, std::string_view channel, std::string_view column = "series",
                          Legend legend = Legend::several);
/// Of bars, boxes and points beside names: those of their series, or of the strategies that stand at them.
std::string category_colour(const Figure& figure);
std::string category_shape(const Figure& figure);

/// What is read beside a mark.
std::string tooltip(const Figure& figure);
/// One line of it: a column, its title.
std::string tip(const Figure& figure, std::string_view column, std::string_view title);

/// A transform that keeps the rows in which these columns can be drawn on the scale, and a list of that one.
std::string drawable_row(std::initializer_list<std::string_view> columns, AxisScale scale);
std::string drawable(std::initializer_list<std::string_view> columns, AxisScale scale);

/// A layer: transforms (may be empty), mark, encoding; data of its own or none.
std::string layer(const std::string& transform, const std::string& mark, const std::string& encoding,
                  const std::string& data = {});
/// Data of a layer's own, of rows that are JSON.
std::string inline_data(const std::vector<std::string>& rows);

/// Height of a chart with so many marks below each other, px.
std::string category_height(std::size_t marks);

/// The paper's values as hollow diamonds; empty where the figure has none.
std::string paper_layer(const Figure& figure, const std::string& x, const std::string& y);

}  // namespace palio
