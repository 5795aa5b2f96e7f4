#pragma once

#include <string>

#include "analysis/gantt/svg_layout.h"

namespace palio {

/// More elements than this make a page slow and its file large.
inline constexpr std::size_t k_most_elements = 20'000;

/// The bars of a chart as SVG.
struct SvgBars {
  std::string elements;
  bool merged = false;  // the bars of a row, or of several rows, have one element and one text together
};

/// Every bar is an element with a text, as long as there are at most `most_elements`. Otherwise the bars of one
/// application and kind on a row, or on as many neighbouring rows as it takes, are one element: still drawn each by
/// itself, but for those less than a tenth of a pixel apart of which one is narrower than a pixel.
SvgBars svg_bars(const GanttChart& chart, const SvgLayout& layout, std::size_t most_elements = k_most_elements);

/// A coordinate with at most two decimals.
std::string pixels(double value);

}  // namespace palio
