#include "core/text/count_text.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

TEST(CountText, KeepsThousandsApart) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1,000");
  EXPECT_EQ(count_text(1814400), "1,814,400");
}

TEST(CountText, SignIsNoDigit) {
  EXPECT_EQ(count_text(-999), "-999");
  EXPECT_EQ(count_text(-1000), "-1,000");
  EXPECT_EQ(count_text(-123456), "-123,456");
}

}  // namespace
}  // namespace palio
