#include "analysis/gantt/chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio::test {
namespace {

using testing::HasSubstr;
using testing::Not;

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

// Processors 0 and 1 of north, 2 to 4 of south; one task on 1, 2 and 4.
GanttChart chart() {
  GanttChart made;
  made.title = "HCPA";
  made.subtitle = "<a> & b";
  made.groups = {{"no|rth", "processor", 2, 0}, {"south", "processor", 3, 2}};
  made.applications = {"app \"1\""};
  made.bars = {{.rows = {1, 2, 4}, .start = 0.1, .finish = 1.0 / 3, .label = "<join>"}};
  return made;
}

TEST(Jedule, ResourcesAreGroupsAndSelectionsRangesInThem) {
  const std::string xml = jedule_xml(chart());
  EXPECT_THAT(xml, HasSubstr(R"(<rset id="0.0" nb="2" names="processor 0|processor 1" />)"));
  EXPECT_THAT(xml, HasSubstr(R"(<rset id="0.1" nb="3" names="processor 2|processor 3|processor 4" />)"));
  EXPECT_THAT(xml, HasSubstr(R"(<select resources="0.0.[1-1]" />)"));
  EXPECT_THAT(xml, HasSubstr(R"(<select resources="0.1.[0-0]" />)"));
  EXPECT_THAT(xml, HasSubstr(R"(<select resources="0.1.[2-2]" />)"));
}

TEST(Jedule, DatesHaveAllTheirDigitsAndNamesAreEscaped) {
  const std::string xml = jedule_xml(chart());
  EXPECT_THAT(xml, HasSubstr(R"(key="start" value="0.1")"));
  EXPECT_THAT(xml, HasSubstr(R"(key="end" value="0.3333333333333333")"));
  EXPECT_THAT(xml, HasSubstr(R"(key="type" value="task")"));
  EXPECT_THAT(xml, HasSubstr(R"(key="name" value="&lt;join&gt;")"));
  EXPECT_THAT(xml, HasSubstr(R"(value="&lt;a&gt; &amp; b")"));
}

TEST(ChromeTrace, ATaskIsAnEventOnEachOfItsRows) {
  const std::string json = chrome_trace_json(chart());
  // Processor 1 is row 1 of the first group, 2 and 4 are rows 0 and 2 of the second. Microseconds: 0.1 s is 100000.
  EXPECT_THAT(json, HasSubstr(R"("name":"<join>","cat":"task","pid":1,"tid":1,"ts":100000.0)"));
  EXPECT_THAT(json, HasSubstr(R"("pid":2,"tid":0,"ts":100000.0)"));
  EXPECT_THAT(json, HasSubstr(R"("pid":2,"tid":2,"ts":100000.0)"));
  EXPECT_THAT(json, HasSubstr(R"("application":"app \"1\"")"));
  EXPECT_THAT(json, Not(HasSubstr("(predicted)")));
}

TEST(ChromeTrace, PredictionsAreProcessesOfTheirOwn) {
  GanttChart with_plan = chart();
  with_plan.bars.push_back({.rows = {0}, .start = 0, .finish = 2, .label = "A", .dates = BarDates::planned});
  const std::string json = chrome_trace_json(with_plan);
  EXPECT_THAT(json, HasSubstr(R"-("pid":3,"tid":0,"args":{"name":"no|rth (predicted)"})-"));
  EXPECT_THAT(json, HasSubstr(R"("name":"A","cat":"task","pid":3,"tid":0,"ts":0.0,"dur":2000000.0)"));
}

}  // namespace
}  // namespace palio::test
