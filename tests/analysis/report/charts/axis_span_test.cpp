#include "analysis/report/charts/chart_parts.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

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

}  // namespace
}  // namespace palio
