#include "analysis/gantt/time_axis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace palio {
namespace {

std::vector<std::string> texts(const TimeAxis& axis) {
  std::vector<std::string> made;
  for (const double mark : axis.marks) made.push_back(axis.text(mark));
  return made;
}

TEST(TimeAxis, StepsAreOneTwoOrFive) {
  // At most 11 marks up to 48 s: 4.8 s between them at least, so 5 s.
  const TimeAxis axis = time_axis(48, 11);
  EXPECT_EQ(axis.unit, "s");
  EXPECT_EQ(axis.step, 5);
  EXPECT_THAT(texts(axis), testing::ElementsAre("0", "5", "10", "15", "20", "25", "30", "35", "40", "45"));
}

TEST(TimeAxis, MarksOfAnyNumbersAreEven) {
  // At most 7 marks up to 459: 76.5 between them at least, so 100; up to 18.02: 3.003, so 5.
  EXPECT_THAT(even_marks(459, 7), testing::ElementsAre(0, 100, 200, 300, 400));
  EXPECT_THAT(even_marks(18.02, 7), testing::ElementsAre(0, 5, 10, 15));
  EXPECT_THAT(even_marks(1, 3), testing::ElementsAre(0, 0.5, 1));
}

TEST(TimeAxis, TheEndMayBeAMark) {
  EXPECT_THAT(texts(time_axis(10, 6)), testing::ElementsAre("0", "2", "4", "6", "8", "10"));
}

TEST(TimeAxis, FractionsHaveTheDigitsThatTheyNeed) {
  EXPECT_THAT(texts(time_axis(2.5, 6)), testing::ElementsAre("0.0", "0.5", "1.0", "1.5", "2.0", "2.5"));
}

TEST(TimeAxis, TheUnitFollowsTheSpan) {
  EXPECT_EQ(time_axis(0.5, 11).unit, "ms");
  EXPECT_EQ(time_axis(1.5, 11).unit, "s");
  EXPECT_EQ(texts(time_axis(1.5, 4)), (std::vector<std::string>{"0.0", "0.5", "1.0", "1.5"}));
  EXPECT_EQ(time_axis(1e-5, 11).unit, "\xC2\xB5s");
  EXPECT_EQ(time_axis(9000, 11).unit, "s");
  const TimeAxis hours = time_axis(36000, 6);  // 10 h
  EXPECT_EQ(hours.unit, "h");
  EXPECT_THAT(texts(hours), testing::ElementsAre("0", "2", "4", "6", "8", "10"));
  EXPECT_EQ(time_axis(20 * 86400.0, 11).unit, "d");
}

TEST(TimeAxis, NothingToShowIsStillAnAxis) { EXPECT_EQ(texts(time_axis(0, 6)).front(), "0.0"); }

}  // namespace
}  // namespace palio
