#include "analysis/statistics/least_squares.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace palio::test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

// y = 1, 2, 4, 9 with columns of ones, of the first two and of the last two, and of 0, 1, 0, 1: the third follows from
// the first two.
NormalEquations equations() {
  NormalEquations equations(4);
  const std::vector<std::vector<double>> products{{4, 0, 0, 0}, {2, 2, 0, 0}, {2, 0, 2, 0}, {2, 1, 1, 2}};
  const std::vector<double> right{16, 3, 13, 11};
  for (std::size_t i = 0; i < 4; ++i) {
    equations.right(i) = right[i];
    for (std::size_t j = 0; j <= i; ++j) equations.product(i, j) = products[i][j];
  }
  equations.eliminate();
  return equations;
}

TEST(NormalEquations, ColumnsThatFollowFromOthersExplainNothing) {
  // Mean 4, halves 1.5 and 6.5: 4 x 2.5^2 = 25. Means of the others 2.5 and 5.5: 4 x 1.5^2 = 9 more.
  EXPECT_DOUBLE_EQ(equations().explained_from(1).sum_of_squares, 34);
  EXPECT_EQ(equations().explained_from(1).freedom, 2);
  EXPECT_DOUBLE_EQ(equations().explained_from(2).sum_of_squares, 9);
  EXPECT_EQ(equations().explained_from(2).freedom, 1);
  // 5 in the second half, 5 less in the first, 3 more where the last column is 1.
  const double near = 1e-12;
  EXPECT_THAT(equations().solution(), ElementsAre(DoubleNear(5, near), DoubleNear(-5, near), 0, DoubleNear(3, near)));
}

TEST(NormalEquations, OnlyWhatTheDataTellIsSolved) {
  // The first half at half of the last column: the mean of its two values.
  const std::optional<std::vector<double>> weights = equations().solve({1, 1, 0, 0.5});
  ASSERT_TRUE(weights.has_value());
  const std::vector<double>& h = *weights;
  const double near = 1e-12;
  EXPECT_NEAR(h[0] + h[1], 0.5, near);         // of the first value
  EXPECT_NEAR(h[0] + h[1] + h[3], 0.5, near);  // of the second
  EXPECT_NEAR(h[0] + h[2], 0, near);           // of the third
  EXPECT_NEAR(h[0] + h[2] + h[3], 0, near);    // of the fourth
  // Ones alone, in neither half, are nowhere.
  EXPECT_FALSE(equations().solve({1, 0, 0, 0.5}).has_value());
}

}  // namespace
}  // namespace palio::test
