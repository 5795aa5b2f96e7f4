#include "analysis/statistics/intervals/intervals.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace palio::test {
namespace {

Moments moments(const std::vector<double>& values) {
  Moments moments;
  for (const double value : values) moments.add(value);
  return moments;
}

PairMoments pairs(const std::vector<double>& x, const std::vector<double>& y) {
  PairMoments pairs;
  for (std::size_t i = 0; i < x.size(); ++i) pairs.add(x[i], y[i]);
  return pairs;
}

TEST(Moments, MeanAndVarianceOfTheSample) {
  // 2, 4, 4, 5, 10: mean 5, squared distances 9 + 1 + 1 + 0 + 25 = 36, divided by 4.
  const Moments five = moments({2, 4, 4, 5, 10});
  EXPECT_DOUBLE_EQ(five.mean(), 5);
  EXPECT_DOUBLE_EQ(five.variance(), 9);
  EXPECT_DOUBLE_EQ(five.deviation(), 3);
}

TEST(Moments, LargeMeanDoesNotDrownTheVariance) {
  // 4, 7, 13, 16 above 10^9: distances -6, -3, 3, 6, squares 90, divided by 3. The mean of squares would lose it all.
  EXPECT_DOUBLE_EQ(moments({1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16}).variance(), 30);
}

TEST(Moments, TooFewValuesHaveNone) {
  EXPECT_TRUE(std::isnan(moments({}).mean()));
  EXPECT_TRUE(std::isnan(moments({7}).variance()));
  EXPECT_TRUE(std::isnan(pairs({7}, {7}).covariance()));
}

TEST(Moments, CovarianceOfPairs) {
  // Means 5 and 21/5; distances x: -3 -1 -1 0 5, y: -3.2 0.8 -2.2 1.8 2.8; products 9.6 - 0.8 + 2.2 + 0 + 14 = 25, / 4.
  EXPECT_DOUBLE_EQ(pairs({2, 4, 4, 5, 10}, {1, 5, 2, 6, 7}).covariance(), 6.25);
}

TEST(Quantiles, LieLinearlyBetweenNeighbours) {
  // Places p (n - 1) of 2, 4, 4, 5, 10: 0.4 between 2 and 4; 3.6 between 5 and 10.
  std::array<double, 5> values{10, 4, 2, 5, 4};
  EXPECT_DOUBLE_EQ(quantile(values, 0), 2);
  EXPECT_DOUBLE_EQ(quantile(values, 0.1), 2.8);
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 4);
  EXPECT_DOUBLE_EQ(quantile(values, 0.9), 8);
  EXPECT_DOUBLE_EQ(quantile(values, 1), 10);
  std::array<double, 4> even{8, 1, 2, 4};
  EXPECT_DOUBLE_EQ(quantile(even, 0.5), 3);
  std::array<double, 1> one{7};
  EXPECT_DOUBLE_EQ(quantile(one, 0.3), 7);
}

TEST(Intervals, MeanWithStudentsMargin) {
  // t(4) = 2.7764451052, at 80 % 1.5332062741, times 3 / sqrt(5).
  EXPECT_NEAR(mean_margin(moments({2, 4, 4, 5, 10}), 0.95), 3.7249919946112917, 1e-12);
  EXPECT_NEAR(mean_margin(moments({2, 4, 4, 5, 10}), 0.80), 2.0570120713949827, 1e-12);
  EXPECT_TRUE(std::isnan(mean_margin(moments({2}), 0.95)));
}

TEST(Intervals, RatioOfMeansWithTheDeltaMethod) {
  // 25 / 21. NumPy: d = (x - r y) / mean(y); t.ppf(0.975, 4) * d.std(ddof=1) / sqrt(5).
  const PairMoments five = pairs({2, 4, 4, 5, 10}, {1, 5, 2, 6, 7});
  EXPECT_NEAR(ratio_of_means(five), 1.1904761904761905, 1e-15);
  EXPECT_NEAR(ratio_margin(five, 0.95), 0.5620560959150214, 1e-12);
}

TEST(Intervals, ProportionalPairsLeaveNoDoubt) {
  // 0.3 times y in binary is not exact: the variance of nothing may come out negative, its root must not.
  const PairMoments three = pairs({0.3, 2.1, 3.3}, {1, 7, 11});
  EXPECT_NEAR(ratio_of_means(three), 0.3, 1e-15);
  EXPECT_NEAR(ratio_margin(three, 0.95), 0, 1e-7);
}

TEST(Intervals, WilsonsShare) {
  // SciPy 1.10: binomtest(k, n).proportion_ci(0.95, 'wilson').
  EXPECT_NEAR(wilson_interval(8, 10, 0.95).low, 0.4901624715366418, 1e-12);
  EXPECT_NEAR(wilson_interval(8, 10, 0.95).high, 0.9433178485456248, 1e-12);
  EXPECT_NEAR(wilson_interval(1, 1000, 0.95).low, 0.00017654637062607809, 1e-12);
  EXPECT_EQ(wilson_interval(0, 5, 0.95).low, 0);
  EXPECT_NEAR(wilson_interval(0, 5, 0.95).high, 0.43448246478317476, 1e-12);
  EXPECT_NEAR(wilson_interval(5, 5, 0.95).low, 0.5655175352168251, 1e-12);
  EXPECT_EQ(wilson_interval(5, 5, 0.95).high, 1);
}

TEST(Bootstrap, FewValuesHaveStudentsInterval) {
  // 1/2 -+ t(1) = 12.7062047364 times the deviation sqrt(1/2) / sqrt(2); percentiles would only reach from 0 to 1.
  const std::array<double, 2> two{0, 1};
  EXPECT_NEAR(mean_interval(two).low, -5.8531023682, 1e-9);
  EXPECT_NEAR(mean_interval(two).high, 6.8531023682, 1e-9);
  // Student's is as far on either side of the mean; from 30 values on the percentiles of a skewed sample are not.
  const auto skew = [](std::size_t count) {
    std::vector<double> values(count, 0);
    values[0] = 1;
    const Interval interval = mean_interval(values);
    return std::abs(interval.low + interval.high - 2 / static_cast<double>(count));
  };
  EXPECT_LT(skew(29), 1e-12);
  EXPECT_GT(skew(30), 0.01);
}

TEST(Bootstrap, AgreesWithManyMoreResamples) {
  // NumPy with 200,000 resamples of these 60 values: 0.97671 and 1.08551; the 2.5 % point of 2,000 has a deviation of
  // sqrt(0.025 x 0.975 / 2000) / density = 0.0035 / 2.1 = 0.0017.
  std::vector<double> values;
  for (int i = 1; i <= 60; ++i) values.push_back(std::exp(0.3 * std::sin(i)));
  EXPECT_NEAR(mean_interval(values).low, 0.97671, 0.006);
  EXPECT_NEAR(mean_interval(values).high, 1.08551, 0.006);
}

TEST(Bootstrap, IsTheSameEveryTime) {
  std::vector<double> values;
  for (int i = 0; i < 40; ++i) values.push_back(std::sin(i));
  EXPECT_EQ(mean_interval(values).low, mean_interval(values).low);
  EXPECT_EQ(mean_interval(values).high, mean_interval(values).high);
}

TEST(Bootstrap, ManyValuesHaveStudentsInterval) {
  // 2,501 zeros and 2,500 ones: mean 0.4999; SciPy: t.ppf(0.975, 5000) * std(ddof=1) / sqrt(5001) on either side.
  std::vector<double> values;
  for (int i = 0; i < 5001; ++i) values.push_back(i % 2);
  EXPECT_NEAR(mean_interval(values).low, 0.4860376263330258, 1e-12);
  EXPECT_NEAR(mean_interval(values).high, 0.5137624136589759, 1e-12);
}

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
}  // namespace palio::test
