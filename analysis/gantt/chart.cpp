#include "analysis/gantt/chart.h"

#include <fmt/format.h>

#include <algorithm>

namespace palio {

int row_count(const GanttChart& chart) {
  int rows = 0;
  for (const RowGroup& group : chart.groups) rows += group.rows;
  return rows;
}

double last_date(const GanttChart& chart) {
  double last = 0;
  for (const Bar& bar : chart.bars) last = std::max(last, bar.finish);
  return last;
}

int group_of(const GanttChart& chart, int row) {
  int group = 0;
  for (int end = chart.groups.front().rows; row >= end; end += chart.groups[static_cast<std::size_t>(group)].rows)
    ++group;
  return group;
}

int first_row(const GanttChart& chart, int group) {
  int row = 0;
  for (int before = 0; before < group; ++before) row += chart.groups[static_cast<std::size_t>(before)].rows;
  return row;
}

GanttChart with_idle_groups_folded(const GanttChart& chart) {
  std::vector<bool> busy(chart.groups.size());
  for (const Bar& bar : chart.bars)
    for (const int row : bar.rows) busy[static_cast<std::size_t>(group_of(chart, row))] = true;
  GanttChart folded = chart;
  std::vector<int> moved;  // of each row: where it is now
  int next = 0;
  for (std::size_t i = 0; i < chart.groups.size(); ++i) {
    RowGroup& group = folded.groups[i];
    const bool folds = !busy[i] && group.rows > 1;
    for (int row = 0; row < group.rows; ++row) moved.push_back(folds ? next : next + row);
    if (folds) group = {fmt::format("{}, {} idle", group.name, group.rows), "", 1, 0};
    next += group.rows;
  }
  for (Bar& bar : folded.bars)
    for (int& row : bar.rows) row = moved[static_cast<std::size_t>(row)];
  for (BarLink& link : folded.links) {
    link.from_row = moved[static_cast<std::size_t>(link.from_row)];
    link.to_row = moved[static_cast<std::size_t>(link.to_row)];
  }
  return folded;
}

std::vector<RowRange> ranges_of(const GanttChart& chart, std::span<const int> rows) {
  std::vector<RowRange> ranges;
  int end = -1;  // of the latest range's group
  for (const int row : rows) {
    if (!ranges.empty() && row == ranges.back().first + ranges.back().count && row < end) {
      ++ranges.back().count;
      continue;
    }
    ranges.push_back({row, 1});
    end = first_row(chart, group_of(chart, row) + 1);
  }
  return ranges;
}

std::string place_text(const GanttChart& chart, std::span<const int> rows) {
  std::string text, numbers;
  const std::vector<RowRange> ranges = ranges_of(chart, rows);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const int index = group_of(chart, ranges[i].first);
    const RowGroup& group = chart.groups[static_cast<std::size_t>(index)];
    const int first = ranges[i].first - first_row(chart, index) + group.first_number;
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", first);
    if (ranges[i].count > 1) numbers += fmt::format("-{}", first + ranges[i].count - 1);
    if (i + 1 < ranges.size() && group_of(chart, ranges[i + 1].first) == index) continue;
    const bool several = numbers.find_first_of(",-") != std::string::npos;
    const std::string plural = group.noun + 's';
    text += text.empty() ? "" : "; ";
    text += group.noun.empty() ? group.name : fmt::format("{} {}", several ? plural : group.noun, numbers);
    if (!group.noun.empty() && group.name != plural) text += " of " + group.name;
    numbers.clear();
  }
  return text;
}

}  // namespace palio
