#include "analysis/gantt/svg_layout.h"

#include <algorithm>

namespace palio {
namespace {

constexpr double k_highest_row = 22;     // px
constexpr double k_screen = 720;         // px of all rows, if they then have a pixel each
constexpr double k_two_screens = 1600;   // px of all rows, however many
constexpr double k_divided_row = 4;      // px; below, messages lie under the work
constexpr double k_transfer_part = 0.3;  // of a row that also computes

double height_of(int rows) {
  const double at_least = std::min(1.0, k_two_screens / rows);
  return std::clamp(k_screen / rows, at_least, k_highest_row);
}

}  // namespace

SvgLayout::SvgLayout(const GanttChart& chart, double until)
    : group_computes_(chart.groups.size(), false),
      row_height_(height_of(row_count(chart))),
      last_(std::max(last_date(chart), until)) {
  for (int group = 0; group < static_cast<int>(chart.groups.size()); ++group)
    group_of_row_.insert(group_of_row_.end(),
                         static_cast<std::size_t>(chart.groups[static_cast<std::size_t>(group)].rows), group);
  for (const Bar& bar : chart.bars) {
    if (bar.kind == BarKind::transfer) has_transfers_ = true;
    if (bar.kind != BarKind::transfer && !bar.rows.empty())
      group_computes_[static_cast<std::size_t>(group_of_row_[static_cast<std::size_t>(bar.rows.front())])] = true;
  }
  per_second_ = (k_width - k_left - k_right) / (last_ > 0 ? last_ : 1);
  start_at(0);
}

void SvgLayout::start_at(double top) {
  top_ = top;
  bottom_ = y(static_cast<int>(group_of_row_.size()) - 1) + row_height_;
}

double SvgLayout::y(int row) const {
  return top_ + row * row_height_ + group_of_row_[static_cast<std::size_t>(row)] * k_group_gap;
}

Lane SvgLayout::lane(const Bar& bar, int row) const {
  const bool computes = group_computes_[static_cast<std::size_t>(group_of_row_[static_cast<std::size_t>(row)])];
  if (!has_transfers_ || !computes || row_height_ < k_divided_row) return {0, 1};
  return bar.kind == BarKind::transfer ? Lane{1 - k_transfer_part, 1} : Lane{0, 1 - k_transfer_part};
}

}  // namespace palio
