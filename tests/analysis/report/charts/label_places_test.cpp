#include "analysis/report/charts/label_places.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

TEST(LabelPlaces, NamesStandWhereTheyCoverNothing) {
  // Two points 20 px apart: the left one's name would cover the right one, the right one's has room to its right.
  const auto sides = label_sides({{"HCPA", 100, 50}, {"M-HEFT", 120, 50}}, 400, 100);
  EXPECT_EQ(sides, (std::vector<LabelSide>{LabelSide::left, LabelSide::right}));
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
}  // namespace palio
