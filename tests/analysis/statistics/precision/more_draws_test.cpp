#include "analysis/statistics/precision/more_draws.h"

#include <gtest/gtest.h>

namespace palio::test {
namespace {

using Names = std::vector<std::pair<std::int64_t, std::string>>;

// Means: rows 2 and 8, columns 3 and 7, all 5. Sums of the residuals: -6 and 6 of the platforms, whose variance is 72,
// -4 and 4 of the workloads, 32; twice that over 4^2 are 9 and 4. What is left in the cells is 1, -1, -1, 1, whose
// squares make 4: the variance of a cell, and 1 in the mean of four.
TEST(CrossedRatio, TellsPlatformsWorkloadsAndTheirProductApart) {
  const Draws draws(Names{{1, "a:sample=1"}, {2, "a:sample=2"}});
  CrossedRatio values;
  values.add(1, 1, 1, 1);
  values.add(3, 1, 1, 2);
  values.add(5, 1, 2, 1);
  values.add(11, 1, 2, 2);
  const DrawParts parts = values.parts(draws, draws);
  EXPECT_DOUBLE_EQ(values.ratio(), 5);
  EXPECT_DOUBLE_EQ(parts.platforms.variance.value, 9);
  EXPECT_EQ(parts.platforms.variance.freedom, 1);
  EXPECT_EQ(parts.platforms.draws, 2);
  EXPECT_DOUBLE_EQ(parts.workloads.variance.value, 4);
  EXPECT_EQ(parts.workloads.draws, 2);
  EXPECT_DOUBLE_EQ(parts.product, 1);
}

TEST(CrossedRatio, HasNoProductOfATableWithAHole) {
  const Draws draws(Names{{1, "a:sample=1"}, {2, "a:sample=2"}});
  CrossedRatio values;
  values.add(1, 1, 1, 1);
  values.add(3, 1, 1, 2);
  values.add(5, 1, 2, 1);
  EXPECT_EQ(values.parts(draws, draws).product, 0);
}

constexpr DrawParts k_parts{.platforms = {{4, 3}, 4}, .workloads = {{1, 1}, 2}, .product = 0.5};

void expect_equal(const DrawVariance& found, const DrawVariance& expected) {
  EXPECT_DOUBLE_EQ(found.value, expected.value);
  EXPECT_DOUBLE_EQ(found.freedom, expected.freedom);
}

// Twice the platforms: 3.5/2 + 0.5/2 = 2 with 8 - 1 degrees of freedom, and 0.5 + 0.5/2 = 0.75 with 2 - 1.
TEST(PredictedVariances, LessenEachPartByItsDraws) {
  const DrawCounts now{.platforms = 4, .workloads = 2};
  const DrawVariances same = predicted_variances(k_parts, now, now);
  expect_equal(same.platforms, {4, 3});
  expect_equal(same.workloads, {1, 1});
  const DrawVariances more = predicted_variances(k_parts, now, {.platforms = 8, .workloads = 2});
  expect_equal(more.platforms, {2, 7});
  expect_equal(more.workloads, {0.75, 1});
}

TEST(PredictedVariances, OfWhatIsNotDrawnStay) {
  const DrawParts parts{.platforms = {{0, 0}, 0}, .workloads = {{1, 1}, 2}, .product = 0};
  const DrawCounts now{.platforms = 1, .workloads = 2};
  const DrawVariances more = predicted_variances(parts, now, {.platforms = 1, .workloads = 8});
  expect_equal(more.platforms, {0, 0});
  expect_equal(more.workloads, {0.25, 7});
}

// 8/16 + 2/4 = 1 takes 64. The neighbours take more: 14 and 5 are 70, 17 and 4 are 68, 24 and 3 are 72.
TEST(LeastDraws, TakesTheLeastProduct) {
  const auto enough = [](const DrawCounts& draws) {
    return 8.0 / static_cast<double>(draws.platforms) + 2.0 / static_cast<double>(draws.workloads) <= 1;
  };
  EXPECT_EQ(least_draws({1, 1}, {100, 100}, enough), (DrawCounts{16, 4}));
  EXPECT_EQ(least_draws({1, 10}, {100, 100}, enough), (DrawCounts{10, 10}));  // what is there stays
  EXPECT_EQ(least_draws({1, 1}, {8, 100}, enough), std::nullopt);
  EXPECT_EQ(least_draws({20, 4}, {100, 100}, enough), (DrawCounts{20, 4}));
}

}  // namespace
}  // namespace palio::test
