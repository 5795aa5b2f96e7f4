#include "analysis/gantt/chart.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

// Rows 0 to 3: processors 0 to 3 of north; rows 4 and 5: processors 4 and 5 of south.
GanttChart clusters() {
  GanttChart chart;
  chart.groups = {{"north", "processor", 4, 0}, {"south", "processor", 2, 4}};
  return chart;
}

TEST(GanttChart, RangesEndAtHolesAndGroups) {
  const std::vector<int> rows{0, 1, 3, 4, 5};
  const std::vector<RowRange> ranges = ranges_of(clusters(), rows);
  ASSERT_EQ(ranges.size(), 3U);  // 0-1, 3, then 4-5 in the other cluster
  EXPECT_EQ(ranges[0].count, 2);
  EXPECT_EQ(ranges[1].first, 3);
  EXPECT_EQ(ranges[1].count, 1);
  EXPECT_EQ(ranges[2].first, 4);
  EXPECT_EQ(ranges[2].count, 2);
}

TEST(GanttChart, PlacesAreNamedByGroup) {
  EXPECT_EQ(place_text(clusters(), std::vector{0, 1, 3}), "processors 0-1, 3 of north");
  EXPECT_EQ(place_text(clusters(), std::vector{3, 4}), "processor 3 of north; processor 4 of south");
  GanttChart star;
  star.groups = {{"master", "", 1, 0}, {"workers", "worker", 3, 0}};
  EXPECT_EQ(place_text(star, std::vector{0, 2}), "master; worker 1");
}

TEST(GanttChart, KnowsItsExtent) {
  GanttChart chart = clusters();
  EXPECT_EQ(row_count(chart), 6);
  EXPECT_EQ(last_date(chart), 0);
  chart.bars = {{.rows = {0}, .start = 1, .finish = 7}, {.rows = {5}, .start = 2, .finish = 3}};
  EXPECT_EQ(last_date(chart), 7);
  EXPECT_EQ(group_of(chart, 3), 0);
  EXPECT_EQ(group_of(chart, 4), 1);
  EXPECT_EQ(first_row(chart, 1), 4);
}

}  // namespace
}  // namespace palio
