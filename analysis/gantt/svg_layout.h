#pragma once

#include "analysis/gantt/chart.h"

namespace palio {

/// A part of a row's height: tasks leave some of it to the messages that a worker receives while it computes.
struct Lane {
  double from = 0;  // of the row's height, from above
  double to = 1;
};

/// Where dates and rows are on the page, in pixels. Rows get thinner the more there are, so that the page stays about
/// as high as a screen, or two for thousands.
class SvgLayout {
public:
  /// Dates go on to `until` (s) at least.
  explicit SvgLayout(const GanttChart& chart, double until = 0);

  static constexpr double k_width = 1200;  // of the page
  static constexpr double k_left = 150;    // where the dates begin
  static constexpr double k_right = 24;    // beside them
  static constexpr double k_group_gap = 6;

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
  double top_ = 0, bottom_ = 0, row_height_ = 0, per_second_ = 0, last_ = 0;
};

}  // namespace palio
