#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

#include "analysis/report/parts/figure.h"
#include "core/text/json_reader.h"

namespace palio {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;
using testing::Not;

Figure figure(ChartKind kind, DataTable data) {
  Figure figure;
  figure.head.title = "Title";
  figure.head.says = "What it shows";
  figure.head.kind = kind;
  figure.head.x = {"workers", AxisScale::linear};
  figure.head.y = {"makespan (s)", AxisScale::linear};
  figure.data = std::move(data);
  return figure;
}

DataTable curve() { return {{"x", "y", "series"}, {{1.0, 2.0, "A"s}, {2.0, 3.0, "B"s}}}; }

std::size_t layers(const std::string& specification) {
  return JsonReader::parse(specification, "chart").member("layer").elements().size();
}

TEST(VegaLite, HoldsItsDataAndDescription) {
  const JsonReader chart = JsonReader::parse(vega_lite(figure(ChartKind::line, curve())), "chart");
  EXPECT_EQ(chart.member("description").text(), "Title. What it shows");
  const auto rows = chart.member("data").member("values").elements();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[1].member("series").text(), "B");
  EXPECT_EQ(rows[1].member("y").number(JsonRange::positive), 3);
}

// The curves and their names; with intervals also the band; with values of the paper also the diamonds.
TEST(VegaLite, LineHasALayerForWhatThereIs) {
  EXPECT_EQ(layers(vega_lite(figure(ChartKind::line, curve()))), 2U);
  const DataTable full{{"x", "y", "low", "high", "paper"}, {{1.0, 2.0, 1.5, 2.5, 2.1}}};
  EXPECT_EQ(layers(vega_lite(figure(ChartKind::line, full))), 3U);
  const DataTable unknown{{"x", "y", "low", "high", "paper"}, {{1.0, 2.0, SqlValue(), SqlValue(), SqlValue()}}};
  EXPECT_EQ(layers(vega_lite(figure(ChartKind::line, unknown))), 1U);
}

// A name of 50 letters goes on after its last comma within 40.
TEST(VegaLite, LongNamesAreBrokenAfterCommas) {
  const std::string longest = "Graphs:those of the first,second kinds,others", other = std::string(50, 'x');
  const std::string chart =
      vega_lite(figure(ChartKind::bar, {{"x", "y"}, {{longest, 1.0}, {"Short, one"s, 2.0}, {other, 3.0}}}));
  EXPECT_THAT(chart,
              HasSubstr(R"("labelExpr":"({\"Graphs:those of the first,second kinds,others\":)"
                        R"([\"Graphs:those of the first,second kinds,\",\"others\"]})[datum.label] || datum.label")"));
  EXPECT_THAT(chart, HasSubstr(R"("height":96)"));  // three of 20 + 12 px
}

// Each panel has its own two names of four.
TEST(VegaLite, PanelsHaveTheirOwnNames) {
  Figure chart = figure(ChartKind::bar, {{"panel", "x", "y"},
                                         {{"1"s, "a"s, 1.0}, {"1"s, "b"s, 1.0}, {"2"s, "c"s, 1.0}, {"2"s, "d"s, 1.0}}});
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("resolve":{"scale":{"y":"independent","yOffset":"independent"}})"));
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("height":40)"));
  chart.data = {{"panel", "x", "y"}, {{"1"s, "a"s, 1.0}, {"1"s, "b"s, 1.0}, {"2"s, "a"s, 1.0}, {"2"s, "b"s, 1.0}}};
  EXPECT_THAT(vega_lite(chart), Not(HasSubstr("resolve")));
}

// Nobody runs on 1.5 workers.
TEST(VegaLite, WholeNumbersHaveNoTicksBetween) {
  const char* whole = R"("axis":{"tickMinStep":1})";
  Figure chart = figure(ChartKind::line, curve());
  EXPECT_THAT(vega_lite(chart), HasSubstr(whole));
  chart.data.rows[0][0] = 1.5;
  EXPECT_THAT(vega_lite(chart), Not(HasSubstr(whole)));
  chart.data.rows[0][0] = 1.0;
  chart.head.x.scale = AxisScale::log;
  EXPECT_THAT(vega_lite(chart), Not(HasSubstr(whole)));
}

// The ninth strategy has the colour of the first and a form of its own, also where it is a category.
TEST(VegaLite, PointsOfStrategiesHaveTheirForms) {
  const DataTable points{{"x", "y", "groups", "critical_difference"},
                         {{"S1"s, 1.0, "1"s, 1.0}, {"S9"s, 2.0, "1"s, 1.0}}};
  for (const ChartKind kind : {ChartKind::bar, ChartKind::ranks}) {
    Figure chart = figure(kind, points);
    for (int i = 1; i <= 9; ++i) chart.strategies.labels.push_back(fmt::format("S{}", i));
    chart.head.y.scale = AxisScale::log;
    EXPECT_THAT(vega_lite(chart), HasSubstr(R"("range":["circle","square"])"));
  }
}

// An interval of two instances would else make a line of the curves: the axis is that of band_low and band_high.
TEST(VegaLite, BandsDoNotRuleTheAxis) {
  const DataTable wide{{"x", "y", "low", "high"}, {{1.0, 2.0, -900.0, 900.0}, {2.0, 3.0, 2.9, 3.1}}};
  Figure chart = figure(ChartKind::line, wide);
  EXPECT_THAT(vega_lite(chart), HasSubstr("max(datum.low, 1.5 * datum.least_y - 0.5 * datum.greatest_y)"));
  EXPECT_THAT(vega_lite(chart), Not(HasSubstr(R"("field":"low","type")")));
  chart.head.y.scale = AxisScale::log;
  EXPECT_THAT(vega_lite(chart),
              HasSubstr("min(datum.high, datum.greatest_y * sqrt(datum.greatest_y / datum.least_y))"));
}

// Vega-Lite adds the panel to the groups of a transform, and fails where it has none.
TEST(VegaLite, BandsOfPanelsHaveGroups) {
  const Figure chart = figure(
      ChartKind::line, {{"panel", "x", "y", "low", "high"}, {{"a"s, 1.0, 2.0, 1.0, 3.0}, {"b"s, 1.0, 2.0, 1.0, 3.0}}});
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("groupby":[])"));
}

TEST(VegaLite, SaysWhatTheDiamondsAre) {
  EXPECT_THAT(vega_lite(figure(ChartKind::line, curve())), Not(HasSubstr("diamond")));
  const DataTable paper{{"x", "y", "paper"}, {{1.0, 2.0, 2.1}}};
  EXPECT_THAT(vega_lite(figure(ChartKind::line, paper)), HasSubstr("Hollow diamonds: the paper's values"));
}

// Holding each of 30,000 values against all before it would take seconds.
TEST(VegaLite, ManyPointsCostLittleEach) {
  DataTable data{{"x", "y", "series"}, {}};
  for (int i = 0; i < 30000; ++i) data.rows.push_back({double(i), double(i), "A"s});
  const Figure chart = figure(ChartKind::line, std::move(data));
  const std::clock_t start = std::clock();
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"({"field":"x","type":"quantitative")"));
  EXPECT_LT(std::clock() - start, CLOCKS_PER_SEC);
}

// Numbers among texts are names, too.
TEST(VegaLite, ColumnWithATextIsOfCategories) {
  const DataTable mixed{{"x", "y"}, {{1.0, 2.0}, {SqlValue(), 3.0}, {"all"s, 4.0}}};
  EXPECT_THAT(vega_lite(figure(ChartKind::line, mixed)), HasSubstr(R"({"field":"x","type":"nominal")"));
}

TEST(VegaLite, StepsAreSteps) {
  EXPECT_THAT(vega_lite(figure(ChartKind::steps, curve())), HasSubstr(R"("interpolate":"step-after")"));
}

// A logarithm needs positive numbers: what is not stays in the table and is not drawn.
TEST(VegaLite, LogarithmicAxisLeavesOutWhatIsNotPositive) {
  Figure chart = figure(ChartKind::line, curve());
  EXPECT_THAT(vega_lite(chart), Not(HasSubstr("datum.y > 0")));
  chart.head.y.scale = AxisScale::log;
  EXPECT_THAT(vega_lite(chart), HasSubstr("isValid(datum.y) && datum.y > 0"));
}

// A bar has no foot on a logarithmic scale.
TEST(VegaLite, BarsBecomePointsOnALogarithmicScale) {
  Figure chart = figure(ChartKind::bar, {{"x", "y"}, {{"A"s, 2.0}}});
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("type":"bar")"));
  chart.head.y.scale = AxisScale::log;
  EXPECT_THAT(vega_lite(chart), Not(HasSubstr(R"("type":"bar")")));
}

// With 4 % of room, from 0.887 to 1.319 in steps of 0.1, and from 0.855 to 58.5.
TEST(VegaLite, LogarithmicAxesHaveRoundTicks) {
  Figure chart = figure(ChartKind::bar, {{"x", "y"}, {{"A"s, 0.9}, {"B"s, 1.3}}});
  chart.head.y.scale = AxisScale::log;
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("values":[0.9,1.0,1.1,1.2,1.3])"));
  chart.data.rows = {{"A"s, 1.0}, {"B"s, 50.0}};
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("values":[1.0,2.0,5.0,10.0,20.0,50.0])"));
  chart.data.rows = {{"A"s, 1.0}, {"B"s, 20000.0}};
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("values":[1.0,10.0,100.0,1000.0,10000.0])"));
}

TEST(VegaLite, RatiosHaveALineAtOne) {
  Figure chart = figure(ChartKind::bar, {{"x", "y"}, {{"A"s, 2.0}, {"B"s, 3.0}}});
  chart.head.y.scale = AxisScale::log;
  EXPECT_THAT(vega_lite(chart), Not(HasSubstr("datum\":1")));
  chart.head.y.has_one = true;
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("encoding":{"x":{"datum":1,"type":"quantitative"}})"));
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("values":[1.0,1.5,2.0,2.5,3.0])"));
}

// Twenty pixels for each of three categories, in the order of the rows.
TEST(VegaLite, BoxesLieBelowEachOther) {
  const DataTable boxes{
      {"x", "y", "low", "high", "least", "greatest"},
      {{"C"s, 3.0, 2.0, 4.0, 1.0, 5.0}, {"A"s, 3.0, 2.0, 4.0, 1.0, 5.0}, {"B"s, 3.0, 2.0, 4.0, 1.0, 5.0}}};
  const std::string chart = vega_lite(figure(ChartKind::box, boxes));
  EXPECT_EQ(layers(chart), 3U);
  EXPECT_THAT(chart, HasSubstr(R"("height":60)"));
  EXPECT_THAT(chart, HasSubstr(R"("sort":null)"));
}

// Twenty pixels for each of two categories; the plan is told of above the chart.
TEST(VegaLite, StripsHaveATickForEachValueAndADiamondForThePlan) {
  DataTable ticks{{"x", "y", "planned"}, {{"A"s, 3.0, 2.0}, {"A"s, 3.5, {}}, {"B"s, 4.0, 2.0}}};
  const std::string chart = vega_lite(figure(ChartKind::strip, ticks));
  EXPECT_EQ(layers(chart), 2U);
  EXPECT_THAT(chart, AllOf(HasSubstr(R"("type":"tick")"), HasSubstr(R"("shape":"diamond")"),
                           HasSubstr("Hollow diamonds: what was planned"), HasSubstr(R"("height":40)")));
  ticks.columns.pop_back();
  for (auto& row : ticks.rows) row.pop_back();
  EXPECT_EQ(layers(vega_lite(figure(ChartKind::strip, ticks))), 1U);
}

// Strategies of the campaign keep their looks, whichever of them a figure has: S1 and S9 share a colour of eight.
TEST(VegaLite, StrategiesLookTheSameInEveryFigure) {
  Figure chart = figure(ChartKind::line, {{"x", "y", "series"}, {{1.0, 2.0, "S9"s}, {1.0, 3.0, "S1"s}}});
  for (int i = 0; i < 20; ++i) chart.strategies.labels.push_back(fmt::format("S{}", i));
  const std::string both = vega_lite(chart);
  EXPECT_THAT(both, HasSubstr(R"("domain":["S9","S1"],"range":["#de7906","#de7906"])"));
  EXPECT_THAT(both, HasSubstr(R"("domain":["S9","S1"],"range":[[6,3],[1,0]])"));
  chart.data.rows.pop_back();
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("domain":["S9"],"range":["#de7906"])"));
  chart.head.kind = ChartKind::box;
  chart.data = {{"x", "y", "low", "high", "least", "greatest"}, {{"S9"s, 3.0, 2.0, 4.0, 1.0, 5.0}}};
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("domain":["S9"],"range":["#de7906"])"));
  chart.head.kind = ChartKind::bar;
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("domain":["S9"],"range":["#de7906"])"));
}

TEST(VegaLite, ManyCurvesHaveAPanelEachWithAllOthersBehind) {
  DataTable data{{"x", "y", "series"}, {}};
  for (int i = 0; i < 8; ++i) data.rows.push_back({1.0, 2.0, fmt::format("S{}", i)});
  EXPECT_THAT(vega_lite(figure(ChartKind::steps, data)), Not(HasSubstr("facet")));
  data.rows.push_back({1.0, 2.0, "S8"s});
  const JsonReader chart = JsonReader::parse(vega_lite(figure(ChartKind::steps, data)), "chart");
  EXPECT_EQ(chart.member("facet").member("field").text(), "series");
  const auto panel = chart.member("spec").member("layer").elements();
  ASSERT_EQ(panel.size(), 2U);
  // All nine curves are one path, with a gap after each.
  EXPECT_EQ(panel[0].member("data").member("values").elements().size(), 18U);
}

TEST(VegaLite, PointsOfAScatterChartHaveIntervalsBothWays) {
  const DataTable points{{"x", "x_low", "x_high", "y", "low", "high", "series"},
                         {{2.0, 1.0, 3.0, 5.0, 4.0, 6.0, "A"s}}};
  const std::string chart = vega_lite(figure(ChartKind::scatter, points));
  EXPECT_EQ(layers(chart), 4U);  // both intervals, the point, its name
  EXPECT_THAT(chart, HasSubstr(R"("x2":{"field":"x_high"})"));
  EXPECT_THAT(chart, HasSubstr(R"("y2":{"field":"high"})"));
  // 4 % of 1 to 3 and of 4 to 6 is 0.08.
  EXPECT_THAT(chart, HasSubstr(R"("domain":[0.92,3.08])"));
  EXPECT_THAT(chart, HasSubstr(R"("domain":[3.92,6.08])"));
}

// Ranks 1 to 4 with a critical difference of 1.5: A and B cannot be told apart, nor B and C; D stands alone.
TEST(VegaLite, BarsJoinRanksThatCannotBeToldApart) {
  const DataTable ranks{
      {"x", "y", "groups", "critical_difference"},
      {{"A"s, 1.0, "1"s, 1.5}, {"B"s, 2.0, "1 2"s, 1.5}, {"C"s, 3.0, "2"s, 1.5}, {"D"s, 4.0, "3"s, 1.5}}};
  const std::string chart = vega_lite(figure(ChartKind::ranks, ranks));
  EXPECT_THAT(chart, HasSubstr(R"({"x":"A","last":"B","lane":)"));
  EXPECT_THAT(chart, HasSubstr(R"({"x":"B","last":"C","lane":)"));
  EXPECT_THAT(chart, Not(HasSubstr(R"("last":"D")")));
  EXPECT_THAT(chart, HasSubstr(R"({"x":"critical difference: 1.50","from":1,"to":2.5})"));
}

// The better half at the left from the top, the others at the right from the top: 56 + 2 bars of 7 + 10 px down, then
// 18 px further for each. Where there is no room for axis and names, 160 + 28 + 2 letters, names stand below each
// other.
TEST(VegaLite, RanksOfFewAreADiagram) {
  const DataTable ranks{
      {"x", "y", "groups", "critical_difference"},
      {{"A"s, 1.0, "1"s, 1.5}, {"B"s, 2.0, "1 2"s, 1.5}, {"C"s, 3.0, "2"s, 1.5}, {"D"s, 4.0, "3"s, 1.5}}};
  const std::string chart = vega_lite(figure(ChartKind::ranks, ranks));
  for (const char* line : {R"({"x":"A","y":1.0,"down":80.0,)", R"({"x":"B","y":2.0,"down":98.0,)",
                           R"({"x":"C","y":3.0,"down":98.0,)", R"({"x":"D","y":4.0,"down":80.0,)"})
    EXPECT_THAT(chart, HasSubstr(line));
  EXPECT_THAT(chart, HasSubstr(R"({"from":1.0,"to":2.0,"down":56.0},{"from":2.0,"to":3.0,"down":63.0})"));
  EXPECT_THAT(chart, HasSubstr(R"("usermeta":{"least_width":201,"narrow":{"layer":)"));
  DataTable many{ranks.columns, {}};
  for (int i = 1; i <= 16; ++i) many.rows.push_back({fmt::format("S{}", i), 1.0 * i, ""s, 1.5});
  EXPECT_THAT(vega_lite(figure(ChartKind::ranks, many)), Not(HasSubstr("usermeta")));
}

// B is better than A, C than both: C, B, A.
TEST(VegaLite, PairsStandInASquareTheBestFirst) {
  const std::int64_t better = 1, worse = -1;
  const DataTable pairs{{"x", "y", "better"}, {{"A"s, "B"s, worse}, {"A"s, "C"s, worse}, {"C"s, "B"s, better}}};
  const std::string chart = vega_lite(figure(ChartKind::matrix, pairs));
  EXPECT_THAT(chart, HasSubstr(R"("domain":["C","B","A"])"));
  EXPECT_EQ(layers(chart), 4U);  // colour and sign, as stored and turned round
}

// By their places, which count more than who wins more often.
TEST(VegaLite, PairsStandInTheOrderOfTheRanking) {
  const std::int64_t one = 1, two = 2;
  const DataTable pairs{{"x", "y", "better", "place", "other_place"}, {{"A"s, "B"s, one, two, one}}};
  const std::string chart = vega_lite(figure(ChartKind::matrix, pairs));
  EXPECT_THAT(chart, HasSubstr(R"("domain":["B","A"])"));
  EXPECT_THAT(chart, HasSubstr(R"(({\"B\":\"1\",\"A\":\"2\"})[datum.label])"));        // of columns
  EXPECT_THAT(chart, HasSubstr(R"(({\"B\":\"1  B\",\"A\":\"2  A\"})[datum.label])"));  // of rows
}

// Two columns of dots for the two values of placing, and texts for the three of threshold; the name of each row
// besides.
TEST(VegaLite, ParametersOfLongNamesAreColumns) {
  const std::string append = "Parametric:placing=append,threshold=0.5",
                    insert = "Parametric:placing=insert,threshold=0.7";
  const std::string chart = vega_lite(
      figure(ChartKind::bar,
             {{"x", "y"}, {{append, 1.0}, {insert, 2.0}, {"Parametric:threshold=0.9"s, 3.0}, {"HEFT"s, 3.0}}}));
  EXPECT_EQ(layers(chart), 4U);  // bars, dots, names and texts, headings
  EXPECT_THAT(chart, HasSubstr(R"("axis":{"labels":false,"ticks":false})"));
  EXPECT_THAT(chart, HasSubstr(R"("heading":"placing=append")"));
  EXPECT_THAT(chart, HasSubstr(R"("heading":"placing=insert")"));
  EXPECT_THAT(chart, HasSubstr(R"("heading":"threshold")"));
  EXPECT_THAT(chart, HasSubstr(fmt::format(R"("x":"{}","at":-63.2,"on":true)", append)));
  EXPECT_THAT(chart, HasSubstr(fmt::format(R"("x":"{}","at":-47.2,"on":true)", insert)));
  EXPECT_THAT(chart, HasSubstr(R"("x":"HEFT","at":-145.2,"cell":"HEFT")"));
}

// Rows in their order, with B below them, which is a column only; from 1 to the largest value.
TEST(VegaLite, CellsOfAHeatMapHoldNumbers) {
  const DataTable cells{{"x", "y", "value", "restart"},
                        {{"A"s, "C"s, 8.0, std::int64_t{3}}, {"B"s, "A"s, 4.0, std::int64_t{1}}}};
  const std::string chart = vega_lite(figure(ChartKind::heat, cells));
  EXPECT_THAT(chart, HasSubstr(R"("domain":["C","A","B"])"));
  EXPECT_THAT(chart, HasSubstr(R"("type":"log","domain":[1,8.0])"));
  EXPECT_THAT(chart, HasSubstr(R"({"field":"restart","title":"restart")"));  // what else a row tells is read beside it
  EXPECT_EQ(layers(chart), 2U);                                              // colour and number
}

// Curves between the two sides, in one chart however many there are, and their names.
TEST(VegaLite, SlopesSayHowMuchOfTheOrderStays) {
  DataTable sides{{"x", "y", "series", "tau"}, {}};
  for (int i = 0; i < 30; ++i)
    for (const char* side : {"before", "after"})
      sides.rows.push_back({std::string(side), 1.0 + i, fmt::format("S{}", i), -0.25});
  const std::string chart = vega_lite(figure(ChartKind::slope, sides));
  EXPECT_EQ(layers(chart), 2U);
  EXPECT_THAT(chart, HasSubstr(R"("title":{"text":"Kendall's tau of both orders: -0.25")"));
  EXPECT_THAT(chart, HasSubstr(R"("height":360)"));  // 12 px for each name
  sides.rows = {{"before"s, 1.0, "S"s, SqlValue()}, {"after"s, 2.0, "S"s, SqlValue()}};
  EXPECT_THAT(vega_lite(figure(ChartKind::slope, sides)), Not(HasSubstr("Kendall")));
}

TEST(VegaLite, ScatterMarksTheFront) {
  const DataTable points{{"x", "y", "series", "front"}, {{1.0, 2.0, "A"s, std::int64_t{1}}}};
  EXPECT_EQ(layers(vega_lite(figure(ChartKind::scatter, points))), 3U);  // line, points, names
}

TEST(VegaLite, PanelsKeepTheOrderOfTheRows) {
  Figure chart = figure(ChartKind::line, {{"x", "y", "panel"}, {{1.0, 2.0, "z"s}, {1.0, 2.0, "a"s}}});
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("sort":["z","a"])"));
  EXPECT_THAT(vega_lite(chart), Not(HasSubstr("resolve")));
  chart.head.panels = PanelScales::independent;
  EXPECT_THAT(vega_lite(chart), HasSubstr(R"("resolve":{"scale":{"y":"independent"}})"));
}

}  // namespace
}  // namespace palio
