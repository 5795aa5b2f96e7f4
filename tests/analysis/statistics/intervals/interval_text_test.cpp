#include "analysis/statistics/intervals/intervals.h"

#include <gtest/gtest.h>

#include <limits>

namespace palio {
namespace {

// 63.5 is written as 64, 2.34 as 2.3, 0.0234 as 0.023.
TEST(MarginDecimals, LeaveTwoSignificantDigits) {
  EXPECT_EQ(margin_decimals(63.5), 0);
  EXPECT_EQ(margin_decimals(10), 0);
  EXPECT_EQ(margin_decimals(2.34), 1);
  EXPECT_EQ(margin_decimals(1), 1);
  EXPECT_EQ(margin_decimals(0.0234), 3);
}

TEST(MarginDecimals, AreAtMostSixAndNeverNegative) {
  EXPECT_EQ(margin_decimals(1e-9), 6);
  EXPECT_EQ(margin_decimals(0), 6);
  EXPECT_EQ(margin_decimals(1e300), 0);
}

TEST(MarginDecimals, OfAnInfiniteMarginAreNone) {
  EXPECT_EQ(margin_decimals(std::numeric_limits<double>::infinity()), 0);
}

}  // namespace
}  // namespace palio
