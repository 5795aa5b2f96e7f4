#include "core/exact_sum.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace palio::test {
namespace {

using testing::ElementsAre;

constexpr double k_infinity = std::numeric_limits<double>::infinity();
constexpr double k_greatest = std::numeric_limits<double>::max();
constexpr double k_least = std::numeric_limits<double>::denorm_min();

double sum(const std::vector<double>& values) {
  ExactSum sum;
  for (const double value : values) sum.add(value);
  return sum.rounded();
}

TEST(ExactSum, OfNothingIsZero) {
  EXPECT_EQ(sum({}), 0);
  EXPECT_TRUE(ExactSum().parts().empty());
}

TEST(ExactSum, RoundsOnce) {
  EXPECT_EQ(sum(std::vector<double>(10, 0.1)), 1);  // one after the other: 0.9999999999999999
  EXPECT_EQ(sum({1e16, 1, 1}), 1e16 + 2);           // one after the other: 1e16
  // 1 + 2^-53 lies half-way to the next double: down to the even one; whatever is beyond decides otherwise.
  EXPECT_EQ(sum({1, 0x1p-53}), 1);
  EXPECT_EQ(sum({1, 0x1p-53, 0x1p-200}), 1 + 0x1p-52);
  EXPECT_EQ(sum({1, 0x1p-53, -0x1p-200}), 1);
  EXPECT_EQ(sum({1 + 0x1p-52, 0x1p-53}), 1 + 0x1p-51);
  EXPECT_EQ(sum({1 + 0x1p-52, 0x1p-53, -0x1p-200}), 1 + 0x1p-52);
}

TEST(ExactSum, WhatCancelsLeavesTheRest) {
  EXPECT_EQ(sum({1e100, 1, -1e100}), 1);
  EXPECT_EQ(sum({1e100, 1e50, 1, 1e-50, 1e-100, -1e100, -1e50, -1, -1e-50}), 1e-100);
  EXPECT_EQ(sum({k_least, 1, -1}), k_least);
}

// Sums of one part to six, then back to nothing, which leaves nothing behind.
TEST(ExactSum, WhatCancelsToNothingIsGone) {
  const std::vector<double> values{1, 0x1p-60, 0x1p-120, 0x1p-180, 0x1p-240, 0x1p-300};
  for (std::size_t count = 1; count <= values.size(); ++count) {
    ExactSum sum;
    for (std::size_t i = 0; i < count; ++i) sum.add(values[i]);
    EXPECT_EQ(sum.parts(), std::vector<double>(values.begin(), values.begin() + count));
    for (std::size_t i = 0; i < count; ++i) sum.add(-values[i]);
    EXPECT_EQ(sum.rounded(), 0) << count;
    EXPECT_TRUE(sum.parts().empty()) << count;
    sum.add(3);
    EXPECT_EQ(sum.rounded(), 3) << count;
  }
}

// Halves of the range add up to it, and what overflows on the way need not.
TEST(ExactSum, HugeValuesOverflowOnlyIfTheSumDoes) {
  EXPECT_EQ(sum({k_greatest, k_greatest}), k_infinity);
  EXPECT_EQ(sum({-k_greatest, -k_greatest}), -k_infinity);
  EXPECT_EQ(sum({k_greatest, k_greatest, -k_greatest}), k_greatest);
  EXPECT_EQ(sum({k_greatest, 1, k_greatest, -k_greatest, -k_greatest}), 1);
  EXPECT_EQ(sum({0x1p901, 3, -0x1p901, k_least}), 3);
  EXPECT_EQ(sum({0x1p950, 0x1p940, -0x1p950}), 0x1p940);
  EXPECT_EQ(sum({0x1p1023, 1}), 0x1p1023);
}

TEST(ExactSum, WhatIsNotFiniteAddsUpAsEverywhere) {
  EXPECT_EQ(sum({1, k_infinity, k_infinity}), k_infinity);
  EXPECT_EQ(sum({-k_infinity, 1e300}), -k_infinity);
  EXPECT_TRUE(std::isnan(sum({k_infinity, 1, -k_infinity})));
  EXPECT_TRUE(std::isnan(sum({std::nan(""), 1})));
}

// (2^27 + 1)^2 = 2^54 + 2^28 + 1 has 55 bits.
TEST(ExactSum, ProductsKeepAllTheirBits) {
  ExactSum sum;
  sum.add_product(0x1p27 + 1, 0x1p27 + 1);
  sum.add(-0x1p54);
  sum.add(-0x1p28);
  EXPECT_EQ(sum.rounded(), 1);
}

TEST(ExactSum, PartsAreRoundingsOfWhatIsLeft) {
  ExactSum sum;
  for (const double value : {1.0, 0x1p-60, 0x1p-60, 1e300, 0x1p-120}) sum.add(value);
  EXPECT_THAT(sum.parts(), ElementsAre(1e300, 1, 0x1p-59, 0x1p-120));
  sum.add(-1e300);
  EXPECT_THAT(sum.parts(), ElementsAre(1, 0x1p-59, 0x1p-120));
}

// Doubled until no integer of 128 bits holds it: 2^50 + 2^-75 becomes 2^110 + 2^-15, and goes back to nothing.
TEST(ExactSum, OutgrowsItsInteger) {
  for (const double sign : {1.0, -1.0}) {
    ExactSum sum;
    sum.add(sign * 0x1p50);
    sum.add(sign * 0x1p-75);
    for (int doubling = 0; doubling < 60; ++doubling) sum.add(ExactSum(sum));
    EXPECT_THAT(sum.parts(), ElementsAre(sign * 0x1p110, sign * 0x1p-15));
    sum.add(sign * -0x1p110);
    EXPECT_THAT(sum.parts(), ElementsAre(sign * 0x1p-15));
    sum.add(sign * -0x1p-15);
    EXPECT_TRUE(sum.parts().empty());
  }
}

// At both ends of what an integer holds: 2^-75 as 1, 2^-76 not; 2^51 - 1/4 in full, twice 2^51 not.
TEST(ExactSum, KeepsWhatNoIntegerHolds) {
  EXPECT_EQ(sum({0x1p-75, 0x1p-76, -0x1p-75}), 0x1p-76);
  EXPECT_EQ(sum({0x1.8p-75, 0x1p-76}), 0x1p-74);
  EXPECT_EQ(sum({0x1p51 - 0.25, 0.25, -0x1p51}), 0);
  EXPECT_EQ(sum({0x1p52, 0x1p52, 0x1p-60, -0x1p53}), 0x1p-60);
  EXPECT_EQ(sum({-3, 0x1p-76, 1}), -2);  // nearest to -2 + 2^-76
}

// Sizes from 1e-300 to 1e300, and pairs that cancel: 200 orders, one sum and one list of parts.
TEST(ExactSum, OrderChangesNothing) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> exponent(-300, 300);
  std::vector<double> values;
  for (int i = 0; i < 500; ++i) {
    values.push_back((i % 2 == 0 ? 1 : -1) * std::pow(10.0, exponent(random)));
    if (i % 5 == 0) values.push_back(-values.back() * (1 + 0x1p-40));
  }
  std::vector<std::vector<double>> parts;
  for (int order = 0; order < 200; ++order) {
    std::ranges::shuffle(values, random);
    ExactSum sum;
    for (const double value : values) sum.add(value);
    parts.push_back(sum.parts());
    EXPECT_EQ(sum.rounded(), parts.front().front()) << order;
    EXPECT_EQ(parts.back(), parts.front()) << order;
  }
}

// Whole numbers below 2^53 are summed by integers without any rounding.
TEST(ExactSum, AgreesWithIntegers) {
  std::mt19937_64 random(9);
  std::uniform_int_distribution<std::int64_t> number(-(std::int64_t{1} << 40), std::int64_t{1} << 40);
  ExactSum sum;
  std::int64_t expected = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t value = number(random);
    sum.add(static_cast<double>(value) * 0x1p-30);
    expected += value;
    ASSERT_EQ(sum.rounded(), static_cast<double>(expected) * 0x1p-30) << i;
  }
}

}  // namespace
}  // namespace palio::test
