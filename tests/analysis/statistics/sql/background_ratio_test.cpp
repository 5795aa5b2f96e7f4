#include "analysis/statistics/sql/background_ratio.h"

#include <gtest/gtest.h>

#include <cmath>

namespace palio::test {
namespace {

// x is 3 and 1 in turn, y is 1 and 3: both have mean 2 in any even number of rows.
TEST(BackgroundRatio, CountsEveryRowOnce) {
  BackgroundRatio ratio;
  constexpr std::size_t k_rows = 2 * BackgroundRatio::k_rows_at_a_time + 6;
  for (std::size_t i = 0; i < k_rows; ++i) ratio.add({i % 2 == 0 ? 3.0 : 1.0, i % 2 == 0 ? 1.0 : 3.0, 1, 1});
  EXPECT_EQ(ratio.finished().ratio(), 1);
  ratio.add({1.0 * k_rows, 0, 1, 1});  // sums 3 k and 2 k
  EXPECT_EQ(ratio.finished().ratio(), 1.5);
}

TEST(BackgroundRatio, OfNoRowIsUndefined) { EXPECT_TRUE(std::isnan(BackgroundRatio().finished().ratio())); }

TEST(BackgroundRatio, MayBeGivenUpWhileAThreadAdds) {
  BackgroundRatio ratio;
  for (std::int64_t i = 0; i < 3 * std::int64_t{BackgroundRatio::k_rows_at_a_time}; ++i) ratio.add({1, 1, i, i});
}

}  // namespace
}  // namespace palio::test
