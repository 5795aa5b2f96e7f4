#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "analysis/gantt/chart.h"

namespace palio {

/// Colours that colour-blind people can tell apart (M. Okabe, K. Ito, Color Universal Design; the last three are from
/// P. Tol's muted scheme), and the ink that is readable on them.
struct Colour {
  std::string_view fill, ink;
};

inline constexpr auto k_palette = std::to_array<Colour>({
    {"#0072b2", "#fff"},
    {"#e69f00", "#111"},
    {"#009e73", "#111"},
    {"#cc79a7", "#111"},
    {"#56b4e9", "#111"},
    {"#d55e00", "#111"},
    {"#f0e442", "#111"},
    {"#882255", "#fff"},
    {"#999933", "#111"},
    {"#44aa99", "#111"},
});

/// A colour by its number; colours repeat.
inline std::size_t colour_of(int number) { return static_cast<std::size_t>(number) % k_palette.size(); }
inline std::size_t colour_of(const Bar& bar) { return colour_of(bar.colour < 0 ? bar.application : bar.colour); }

/// A part of a row's height: tasks leave some of it to the messages that a worker receives while it computes.
struct Lane {
  double from = 0;  // of the row's height, from above
  double to = 1;
};

/// Where dates and rows are on the page, in pixels. The more rows, the thinner: the page is at most two screens high.
class SvgLayout {
public:
  explicit SvgLayout(const GanttChart& chart, const ChartSize& size = {});

  static constexpr double k_left = 150;  // where the dates begin
  static constexpr double k_right = 24;  // beside them
  static constexpr double k_group_gap = 6;

  double width() const { return width_; }  // of the page
  double right() const { return width_ - k_right; }
  double x(double date) const { return k_left + date * per_second_; }
  double y(int row) const;
  double row_height() const { return row_height_; }
  double bottom() const { return bottom_; }  // of the last row
  double last() const { return last_; }      // date, s
  double seconds_per_pixel() const { return 1 / per_second_; }
  Lane lane(const Bar& bar, int row) const;

  /// Moves everything down.
  void start_at(double top);

private:
  std::vector<int> group_of_row_;
  std::vector<bool> group_computes_;  // tasks run on its rows
  bool has_transfers_ = false;
  double width_ = 0, top_ = 0, bottom_ = 0, row_height_ = 0, per_second_ = 0, last_ = 0;
};

/// More elements than this make a page slow and its file large.
inline constexpr std::size_t k_most_elements = 20'000;

/// The bars of a chart as SVG.
struct SvgBars {
  std::string elements;
  bool merged = false;  // the bars of a row, or of several rows, share one element and one text
};

/// Up to `most_elements`, every bar is an element with a text. Beyond, the bars of one application and kind on a row,
/// or on several neighbouring rows, are one element that draws all of them, without invisible gaps.
SvgBars svg_bars(const GanttChart& chart, const SvgLayout& layout, std::size_t most_elements = k_most_elements);

/// At most `most` characters, the last one an ellipsis if any are left out.
std::string shortened(std::string_view text, std::size_t most);

/// A coordinate with at most two decimals.
std::string pixels(double value);

}  // namespace palio
