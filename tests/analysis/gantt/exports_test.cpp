#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/gantt/chart.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::Not;

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
}  // namespace palio
