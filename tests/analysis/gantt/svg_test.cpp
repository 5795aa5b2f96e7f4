#include "analysis/gantt/svg_bars.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/gantt/time_axis.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::Not;

GanttChart chart_of(std::vector<Bar> bars, int processors = 4) {
  GanttChart chart;
  chart.title = "HCPA";
  chart.groups = {{"north", "processor", processors, 0}};
  chart.applications = {"first", "second"};
  chart.bars = std::move(bars);
  return chart;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(GanttSvg, ABarIsARectangleAtItsDatesAndRows) {
  // Dates take 1200 - 150 - 24 = 1026 px for 0 to 10 s; 4 rows of 22 px. From 5 s on: x = 150 + 513 = 663, 513 px wide.
  const GanttChart chart = chart_of({{.rows = {1, 2}, .start = 5, .finish = 10, .application = 1, .label = "join"}});
  const SvgBars bars = svg_bars(chart, SvgLayout(chart));
  EXPECT_THAT(bars.elements, HasSubstr("class=\"t a1 f\" d=\"M663 22h513v44h-513z\""));
  EXPECT_THAT(bars.elements, HasSubstr("<title>join\nsecond\nprocessors 1-2 of north\n5 to 10 s (5 s)</title>"));
  EXPECT_THAT(bars.elements, HasSubstr(">join</text>"));
  EXPECT_FALSE(bars.merged);
}

TEST(GanttSvg, MayGoOnBeyondItsLastBarSoThatChartsCanBeCompared) {
  // 1026 px for 20 s: 10 s are 513 px, and 20 s is a mark of the axis.
  const GanttChart chart = chart_of({{.rows = {0}, .start = 0, .finish = 10, .label = "A"}});
  EXPECT_THAT(svg_bars(chart, SvgLayout(chart, {.until = 20})).elements, HasSubstr("M150 0h513v22h-513z"));
  EXPECT_THAT(gantt_svg(chart, {.until = 20}), HasSubstr(">20</text>"));
  EXPECT_THAT(svg_bars(chart, SvgLayout(chart, {.until = 5})).elements,
              HasSubstr("M150 0h1026v22h-1026z"));  // there is more
}

TEST(GanttSvg, AHoleBetweenProcessorsMakesTwoRectanglesOfOneElement) {
  const GanttChart chart = chart_of({{.rows = {0, 1, 3}, .start = 0, .finish = 10, .label = "A"}});
  const std::string elements = svg_bars(chart, SvgLayout(chart)).elements;
  EXPECT_THAT(elements, HasSubstr("d=\"M150 0h1026v44h-1026zM150 66h1026v22h-1026z\""));
  EXPECT_EQ(count(elements, "<path"), 1);
}

TEST(GanttSvg, PredictionsAreOutlinesOverAllThatWasSimulated) {
  const std::string svg = gantt_svg(chart_of({
      {.rows = {0}, .start = 0, .finish = 4, .label = "A", .dates = BarDates::planned},
      {.rows = {0}, .start = 0, .finish = 5, .label = "A"},
      {.rows = {1}, .start = 0, .finish = 5, .label = "B"},
  }));
  EXPECT_THAT(svg, HasSubstr("<title>predicted: A"));
  EXPECT_GT(svg.find("<title>predicted: A"), svg.find("<title>B"));
  EXPECT_THAT(svg, HasSubstr(">predicted</text>"));  // in the legend
}

TEST(GanttSvg, MessagesLeaveTheWorkOfTheirRowAlone) {
  // A row of 22 px: work on the upper 70 % (15.4 px), messages below. The master's row has messages alone.
  GanttChart chart = chart_of({{.rows = {1}, .start = 0, .finish = 10, .label = "task 0"},
                               {.rows = {0, 1}, .start = 0, .finish = 5, .label = "file", .kind = BarKind::transfer}});
  chart.groups = {{"master", "", 1, 0}, {"workers", "worker", 1, 0}};
  const std::string elements = svg_bars(chart, SvgLayout(chart)).elements;
  EXPECT_THAT(elements, HasSubstr("M150 28h1026v15.4h-1026z"));              // 22 px and the gap of 6 px
  EXPECT_THAT(elements, HasSubstr("M150 0h513v22h-513zM150 43.4h513v6.6"));  // 28 + 15.4
}

TEST(GanttSvg, TheMakespanIsMarkedWhereItEndsAndBegins) {
  // From 2 to 8 s of 10 s that were predicted: 102.6 px a second, x = 355.2 and 970.8.
  GanttChart chart = chart_of({{.rows = {0}, .start = 2, .finish = 8, .label = "A"},
                               {.rows = {0}, .start = 2, .finish = 10, .label = "A", .dates = BarDates::planned}});
  EXPECT_THAT(gantt_svg(chart), Not(HasSubstr("makespan")));
  chart.makespan = 6;
  const std::string svg = gantt_svg(chart);
  EXPECT_THAT(svg, testing::ContainsRegex("<path class=\"k\" d=\"M970.8 [0-9.]+V[0-9.]+M355.2 [0-9.]+V[0-9.]+\"/>"));
  EXPECT_THAT(svg, testing::ContainsRegex("<text class=\"e\" x=\"970.8\" y=\"[0-9.]+\">makespan 6 s</text>"));
  chart.makespan = 8;  // since 0: where the axis begins
  EXPECT_THAT(gantt_svg(chart), testing::ContainsRegex("<path class=\"k\" d=\"M970.8 [0-9.]+V[0-9.]+\"/>"));
}

TEST(GanttSvg, ThinBarsKeepTheirColour) {
  // 10.26 px a second: 0.2 s are 2.05 px, which a frame would cover; 0.01 s would be 0.1 px, which nobody could see.
  const GanttChart chart =
      chart_of({{.rows = {0}, .start = 0, .finish = 0.2, .label = "thin"},
                {.rows = {0}, .start = 1, .finish = 1.01, .application = 1, .label = "line"},
                {.rows = {0}, .start = 0, .finish = 0.2, .label = "thin", .dates = BarDates::planned},
                {.rows = {0}, .start = 2, .finish = 100, .label = "wide"}});
  const std::string elements = svg_bars(chart, SvgLayout(chart)).elements;
  EXPECT_THAT(elements, HasSubstr("class=\"t a0\" d=\"M150 0h2.05v22"));
  EXPECT_THAT(elements, HasSubstr("class=\"t a1\" d=\"M160.26 0h0.75v22"));
  EXPECT_THAT(elements, HasSubstr("class=\"p u\" d=\"M150 0h2.05v22"));  // so does what was predicted over it
  EXPECT_THAT(elements, HasSubstr("class=\"t a0 f\" d=\"M170.52 0h1005.48v22"));
}

TEST(GanttSvg, HostileNamesAreText) {
  GanttChart chart = chart_of({{.rows = {0}, .start = 0, .finish = 1, .label = "<script>alert(1)</script>"}});
  chart.title = "\"><script>alert(2)</script>";
  chart.subtitle = "a]]>&b";
  chart.groups.front().name = "<b>\n";
  chart.applications.front() = "\xE2\x80\xAE<i>";
  const std::string svg = gantt_svg(chart);
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("<b>")));
  EXPECT_THAT(svg, Not(HasSubstr("<i>")));
  EXPECT_THAT(svg, Not(HasSubstr("\xE2\x80\xAE")));
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;alert(1)"));
  EXPECT_THAT(svg, HasSubstr("aria-label=\"Gantt chart: &quot;&gt;&lt;script&gt;"));
}

TEST(GanttSvg, ManyBarsAreMergedByRowAndStillDrawnEach) {
  // Two bars a row, 200 rows, far apart from each other; at most 100 elements: blocks of 2 rows, 2 x 2 bars each.
  std::vector<Bar> bars;
  for (int row = 0; row < 200; ++row)
    for (const double start : {0.0, 6.0}) bars.push_back({.rows = {row}, .start = start, .finish = start + 3});
  const GanttChart chart = chart_of(std::move(bars), 200);
  const SvgBars merged = svg_bars(chart, SvgLayout(chart), 100);
  EXPECT_TRUE(merged.merged);
  EXPECT_EQ(count(merged.elements, "<path"), 100);
  EXPECT_EQ(count(merged.elements, "M"), 400);
  EXPECT_THAT(merged.elements,
              HasSubstr("<title>4 tasks\nfirst\nprocessors 198-199 of north\n0 to 9 s, together 12 s</title>"));
}

TEST(GanttSvg, NeighboursThatNobodyCouldTellApartBecomeOneRectangle) {
  // 10,000 tasks of 1 ms one after the other: 0.1 px each. A pause of 5 s stays a pause.
  std::vector<Bar> bars;
  for (int i = 0; i < 10000; ++i) {
    const double start = 0.001 * i + (i < 5000 ? 0 : 5);
    bars.push_back({.rows = {0}, .start = start, .finish = start + 0.001});
  }
  const GanttChart chart = chart_of(std::move(bars), 1);
  const SvgBars merged = svg_bars(chart, SvgLayout(chart), 10);
  // 15 s are 1026 px: 5 s 342 px; from 10 s on x = 150 + 684.
  EXPECT_THAT(merged.elements, HasSubstr("d=\"M150 0h342v22h-342zM834 0h342v22h-342z\""));
  EXPECT_THAT(merged.elements, HasSubstr("10000 tasks"));
}

TEST(GanttSvg, AScheduleOfThousandsIsAFewMegabytes) {
  // 32,000 tasks with a message each on 10,000 workers.
  std::vector<Bar> bars;
  for (int task = 0; task < 32000; ++task) {
    const int row = 1 + task % 10000;
    const int round = task / 10000;
    const double start = round * 37.123456789 + 0.001234 * (task % 10000);
    bars.push_back({.rows = {0, row}, .start = start, .finish = start + 0.0012, .kind = BarKind::transfer});
    bars.push_back({.rows = {row}, .start = start + 0.0012, .finish = start + 36});
  }
  GanttChart chart = chart_of(std::move(bars));
  chart.groups = {{"master", "", 1, 0}, {"workers", "worker", 10000, 0}};
  const std::string svg = gantt_svg(chart);
  EXPECT_LT(svg.size(), 5'000'000U);
  EXPECT_THAT(svg, HasSubstr("64000 bars: those of a row"));
}

TEST(GanttSvg, ManyApplicationsAreNamedInPart) {
  GanttChart chart = chart_of({{.rows = {0}, .start = 0, .finish = 1, .application = 19}});
  chart.applications.clear();
  for (int i = 0; i < 20; ++i) chart.applications.push_back(fmt::format("application {}", i));
  const std::string svg = gantt_svg(chart);
  EXPECT_THAT(svg, HasSubstr(">application 13</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">application 14</text>")));
  EXPECT_THAT(svg, HasSubstr("and 6 more applications"));
}

TEST(GanttSvg, LongNamesAreShortenedByCharacters) {
  EXPECT_EQ(shortened("abcd", 4), "abcd");
  EXPECT_EQ(shortened("abcde", 4), "abc\xE2\x80\xA6");
  EXPECT_EQ(shortened("\xC3\xB6\xC3\xB6\xC3\xB6", 2), "\xC3\xB6\xE2\x80\xA6");
}

TEST(GanttSvg, AnEmptyScheduleIsAnEmptyChart) { EXPECT_THAT(gantt_svg(chart_of({})), HasSubstr("</svg>")); }

// North has two of four processors' work, south none; a message leaves row 1 at 2 s and reaches row 6 at 4 s.
TEST(GanttSvg, GroupsWithoutBarsAreFolded) {
  GanttChart chart = chart_of({{.rows = {1}, .start = 0, .finish = 2, .label = "A"},
                               {.rows = {6}, .start = 4, .finish = 8, .label = "B", .note = "waited for A"}});
  chart.groups = {{"north", "processor", 2, 0}, {"south", "processor", 4, 2}, {"west", "processor", 1, 6}};
  chart.links = {{.from_row = 1, .to_row = 6, .start = 2, .finish = 4, .label = "data of A for B"}};
  const GanttChart folded = with_idle_groups_folded(chart);
  EXPECT_EQ(row_count(folded), 4);
  EXPECT_EQ(folded.groups[1].name, "south, 4 idle");
  EXPECT_EQ(folded.bars[1].rows, std::vector{3});
  EXPECT_EQ(folded.links[0].to_row, 3);
  EXPECT_EQ(place_text(folded, folded.bars[1].rows), "processor 6 of west");
  const std::string svg = gantt_svg(chart);
  EXPECT_THAT(svg, HasSubstr(">south, 4 idle</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>B\nfirst\nprocessor 6 of west\n4 to 8 s (4 s)\nwaited for A</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>data of A for B\n2 to 4 s (2 s)</title>"));
  EXPECT_THAT(svg, HasSubstr(">message</text>"));
}

// 600 - 150 - 24 = 426 px for 10 s.
TEST(GanttSvg, IsAsWideAsWished) {
  const GanttChart chart = chart_of({{.rows = {0}, .start = 0, .finish = 10, .label = "A"}});
  EXPECT_THAT(svg_bars(chart, SvgLayout(chart, {.width = 600})).elements, HasSubstr("M150 0h426v22h-426z"));
  EXPECT_THAT(gantt_svg(chart, {.width = 600}), HasSubstr("viewBox=\"0 0 600 "));
}

TEST(GanttSvg, ColoursMayTellSomethingElse) {
  GanttChart chart = chart_of({{.rows = {0}, .start = 0, .finish = 4, .colour = 1, .label = "A"}});
  chart.colours = {"early", "late"};
  const std::string svg = gantt_svg(chart);
  EXPECT_THAT(svg, HasSubstr("class=\"t a1 f\""));
  EXPECT_THAT(svg, HasSubstr(">late</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(">second</text>")));
}

// An hour and a half: the axis has minutes, and so has the makespan.
TEST(GanttSvg, MakespanIsInTheUnitOfTheAxis) {
  GanttChart chart = chart_of({{.rows = {0}, .start = 0, .finish = 5400, .label = "A"}});
  chart.makespan = 5400;
  const std::string svg = gantt_svg(chart);
  const TimeAxis axis = time_axis(5400, 13);
  EXPECT_THAT(svg, HasSubstr(fmt::format("time ({})", axis.unit)));
  EXPECT_THAT(svg, HasSubstr(fmt::format("makespan {:.6g} {}", 5400 / axis.unit_seconds, axis.unit)));
}

}  // namespace
}  // namespace palio
