#include "analysis/report/charts/chart_parts.h"

#include <gtest/gtest.h>

#include <string>

namespace palio::test {
namespace {

TEST(ChartJson, WhatIsLeftOutIsNotNull) {
  EXPECT_EQ(json_object({{"b", 1}, {"gone", k_left_out}, {"a", nullptr}}).dump(), R"({"b":1,"a":null})");
  EXPECT_EQ(json_array({k_left_out, 1, nullptr}).dump(), "[1,null]");
}

// 0.1 + 0.2 is the double behind 0.3, with 17 digits; 10 stays a real number.
TEST(ChartJson, ValuesKeepTheirTypesAndBits) {
  EXPECT_EQ(json_value(SqlValue()).dump(), "null");
  EXPECT_EQ(json_value(SqlValue(std::int64_t{9'007'199'254'740'993})).dump(), "9007199254740993");
  EXPECT_EQ(json_value(SqlValue(0.1 + 0.2)).dump(), "0.30000000000000004");
  EXPECT_EQ(json_value(SqlValue(10.0)).dump(), "10.0");
  EXPECT_EQ(json_value(SqlValue(std::string("a\"\n"))).dump(), R"("a\"\n")");
}

TEST(AxisSpan, LeavesRoomForMarksAtBothEnds) {
  const DataTable data{{"x", "high"}, {{100.0, 200.0}, {150.0, SqlValue()}}};
  const AxisSpan span = axis_span(data, {"x", "high"}, AxisScale::linear).value();
  EXPECT_DOUBLE_EQ(span.least, 96);  // 4 % of 100
  EXPECT_DOUBLE_EQ(span.greatest, 204);
  EXPECT_DOUBLE_EQ(span.part(150), 0.5);
}

TEST(AxisSpan, DoesNotGoBelowZeroForWhatIsNot) {
  const DataTable data{{"x"}, {{1.0}, {100.0}}};
  EXPECT_EQ(axis_span(data, {"x"}, AxisScale::linear)->least, 0);
}

TEST(AxisSpan, OfALogarithmicScaleIsOfWhatItCanDraw) {
  // 1 to 100 is two decades: 10 is in the middle.
  const DataTable data{{"x"}, {{-5.0}, {1.0}, {100.0}}};
  const AxisSpan span = axis_span(data, {"x"}, AxisScale::log).value();
  EXPECT_NEAR(span.part(10), 0.5, 1e-12);
  EXPECT_LT(span.least, 1);
  EXPECT_GT(span.least, 0);
}

TEST(AxisSpan, OfOneValueHasRoomAndOfNoneIsNothing) {
  const AxisSpan span = axis_span({{"x"}, {{5.0}}}, {"x"}, AxisScale::linear).value();
  EXPECT_LT(span.least, 5);
  EXPECT_GT(span.greatest, 5);
  EXPECT_FALSE(axis_span({{"x"}, {{SqlValue()}}}, {"x"}, AxisScale::linear));
}

TEST(LabelPlaces, NamesStandWhereTheyCoverNothing) {
  // Two points 20 px apart: the left one's name would cover the right one, the right one's has room to its right.
  const auto sides = label_sides({{"HCPA", 100, 50}, {"M-HEFT", 120, 50}}, 400, 100);
  EXPECT_EQ(sides, (std::vector<LabelSide>{LabelSide::left, LabelSide::right}));
}

// An interval to the right of the point, 40 px long, leaves room above or below it; one of both kinds only aside of
// both.
TEST(LabelPlaces, NamesKeepClearOfIntervals) {
  EXPECT_EQ(label_sides({{.name = "HCPA", .x = 100, .y = 50, .left = 60, .right = 140}}, 400, 100),
            (std::vector<LabelSide>{LabelSide::above}));
  EXPECT_EQ(
      label_sides({{.name = "HCPA", .x = 100, .y = 50, .left = 60, .right = 140, .top = 20, .bottom = 80}}, 400, 100),
      (std::vector<LabelSide>{LabelSide::right_above}));
}

// 6 px to the right there is another point's interval, before the name begins; twice as wide it would stand in the
// name.
TEST(LabelPlaces, NamesKeepClearOfIntervalsAtEveryWidth) {
  const std::vector<NamedPoint> points{{"HCPA", 100, 50}, {.name = "B", .x = 106, .y = 90, .top = 10}};
  EXPECT_EQ(label_sides({points[0]}, 400, 100)[0], LabelSide::right);
  EXPECT_EQ(label_sides(points, 400, 100)[0], LabelSide::right);
  EXPECT_EQ(label_sides(points, 400, 100, {1, 2})[0], LabelSide::left);
}

TEST(LabelPlaces, NamesStayWithinTheChart) {
  // At the right edge and half way up; in a corner of a chart that is too narrow for the name.
  EXPECT_EQ(label_sides({{"HCPA", 398, 50}}, 400, 100), (std::vector<LabelSide>{LabelSide::left}));
  EXPECT_EQ(label_sides({{"HCPA", 15, 2}}, 30, 100), (std::vector<LabelSide>{LabelSide::below}));
  EXPECT_EQ(label_sides({{"HCPA", 5, 2}}, 20, 100), (std::vector<LabelSide>{LabelSide::nowhere}));
}

TEST(LabelPlaces, LettersAreCountedNotBytes) {
  // Four letters of two bytes need 25.6 px: from 107 to 132.6.
  EXPECT_EQ(label_sides({{"\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4", 100, 50}}, 133, 100),
            (std::vector<LabelSide>{LabelSide::right}));
}

TEST(LabelPlaces, SpreadLabelsKeepTheirOrderAndDistance) {
  EXPECT_EQ(spread_labels({50, 10, 51}, 100), (std::vector<double>{50, 10, 62}));
  EXPECT_EQ(spread_labels({100, 99}, 100), (std::vector<double>{100, 88}));  // pushed back from the end
}

}  // namespace
}  // namespace palio::test
