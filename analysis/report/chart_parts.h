#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/figure.h"

namespace palio {

// Pieces of Vega-Lite specifications; every string is JSON.

/// What a template makes: the layers of one panel and its height.
struct ChartBody {
  std::vector<std::string> layers;
  std::string height;  // px
};

ChartBody line_chart(const Figure& figure);
ChartBody bar_chart(const Figure& figure);
ChartBody scatter_chart(const Figure& figure);
ChartBody box_chart(const Figure& figure);

/// A position channel: numbers on the axis' scale, or categories in the order of the rows.
std::string position(const Figure& figure, std::string_view column, const ChartAxis& axis);
/// The second end of an interval.
std::string second_position(std::string_view column);

/// Colour, and dashes or shapes beyond ten series; empty without series. `channel` tells apart
/// what shares a colour: "strokeDash" or "shape".
std::string series_colour(const Figure& figure);
std::string series_second(const Figure& figure, std::string_view channel);

/// What is read beside a mark.
std::string tooltip(const Figure& figure);

/// A transform that keeps the rows in which these columns can be drawn on the scale, and a list of that one.
std::string drawable_row(std::initializer_list<std::string_view> columns, AxisScale scale);
std::string drawable(std::initializer_list<std::string_view> columns, AxisScale scale);

/// A layer: transforms (may be empty), mark, encoding.
std::string layer(const std::string& transform, const std::string& mark, const std::string& encoding);

/// Height of a chart with so many marks below each other, px.
std::string category_height(std::size_t marks);

/// The paper's values as hollow diamonds; empty where the figure has none.
std::string paper_layer(const Figure& figure, const std::string& x, const std::string& y);

}  // namespace palio
