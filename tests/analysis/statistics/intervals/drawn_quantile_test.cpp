#include "analysis/statistics/intervals/drawn_quantile.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace palio::test {
namespace {

const Draws k_no_draws{{}};

// The values of workloads 0, 1, ... on one platform.
std::vector<DrawnValue> of_workloads(const std::vector<double>& numbers) {
  std::vector<DrawnValue> values;
  for (const double number : numbers) values.push_back({number, 0, std::ssize(values)});
  return values;
}

Draws drawn(int count) {
  std::vector<std::pair<std::int64_t, std::string>> names;
  for (int id = 0; id < count; ++id) names.emplace_back(id, "graph:sample=" + std::to_string(id));
  return Draws(names);
}

// The shares 0.5 - 0.25 and 0.5 + 0.25 of 1, ..., 5 are reached at 2 and 4.
TEST(DrawnQuantile, EndsWhereTheSharesEnd) {
  const DrawnQuantile median(of_workloads({4, 1, 5, 3, 2}), 0.5);
  EXPECT_EQ(median.value(), 3);
  EXPECT_DOUBLE_EQ(median.reach(0.25), 1);
  EXPECT_DOUBLE_EQ(median.reach(0.3), 1.2);
  EXPECT_DOUBLE_EQ(median.share_margin(1), 0.25);
  EXPECT_DOUBLE_EQ(median.share_margin(1.2), 0.3);
}

// From the median, 2, to 6 is half the way to the next value, 10: an eighth of the shares. The other side has room.
TEST(DrawnQuantile, IsAsWideAsItsLongerSide) {
  const DrawnQuantile median(of_workloads({0, 1, 2, 10, 20}), 0.5);
  EXPECT_DOUBLE_EQ(median.share_margin(4), 0.125);
  EXPECT_DOUBLE_EQ(median.reach(0.125), 4);
}

TEST(DrawnQuantile, HasNoEndBeyondItsValues) {
  const DrawnQuantile high(of_workloads({1, 2, 3, 4, 5}), 0.875);
  EXPECT_DOUBLE_EQ(high.value(), 4.5);
  EXPECT_TRUE(std::isinf(high.reach(0.25)));
  EXPECT_DOUBLE_EQ(high.share_margin(100), 0.125);
  EXPECT_TRUE(std::isnan(high.reach(std::nan(""))));
}

// Below the median of five are two values: 0.4, with residuals 0.6, 0.6, -0.4, -0.4, -0.4 that have a variance of 1.2 /
// 4; five times that, over 5 x 5.
TEST(DrawnQuantile, VariesAsTheShareBelowIt) {
  const DrawnQuantile median(of_workloads({1, 2, 3, 4, 5}), 0.5);
  const DrawVariances variances = median.share(k_no_draws, drawn(5)).variances(k_no_draws, drawn(5));
  EXPECT_NEAR(variances.workloads.value, 0.06, 1e-15);
  EXPECT_EQ(variances.workloads.freedom, 4);
}

// Three of four values are the largest: none exceeds it, which says nothing; one of four is below it.
TEST(DrawnQuantile, OfEqualValuesVariesAsTheShareThatVariesMore) {
  const DrawnQuantile high(of_workloads({1, 2, 2, 2}), 0.75);
  EXPECT_EQ(high.value(), 2);
  EXPECT_EQ(high.share(k_no_draws, drawn(4)).ratio(), 0.25);
  EXPECT_FALSE(high.is_constant());
  EXPECT_TRUE(DrawnQuantile(of_workloads({2, 2, 2}), 0.75).is_constant());
}

}  // namespace
}  // namespace palio::test
