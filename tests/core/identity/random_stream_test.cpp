#include "core/identity/random_stream.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

namespace palio {
namespace {

constexpr std::array<ParameterSpec, 4> k_stream_specs{{
    {"tasks", ParameterType::integer, "", "shapes the draws", 1, 100, ""},
    {"tcp_gamma", ParameterType::real, "byte", "leaves the draws", 0, 1e9, "0", DrawRole::leaves_draws},
    {"sample", ParameterType::integer, "", "number of the draw", 0, 1e9, ""},
    {"seed", ParameterType::integer, "", "seed of the study", 0, 1e9, ""},
}};

Recipe recipe(std::int64_t tasks, double gamma, std::int64_t sample, std::int64_t seed) {
  return {"family", {{"tasks", tasks}, {"tcp_gamma", gamma}, {"sample", sample}, {"seed", seed}}};
}

std::vector<double> first_draws(const Recipe& of, std::string_view name) {
  RandomStream stream(of, k_stream_specs, name);
  std::vector<double> draws;
  for (int i = 0; i < 10; ++i) draws.push_back(stream.uniform_real(0, 1));
  return draws;
}

// The C++ standard gives the 10000th number of MT19937-64 with its default seed 5489: 9981545732273789042.
// Drawn over all 64-bit integers, a number is only shifted by the lower bound.
TEST(RandomStream, IsMersenneTwister19937) {
  RandomStream stream(5489);
  std::int64_t last = 0;
  for (int i = 0; i < 10000; ++i)
    last = stream.uniform_integer(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(static_cast<std::uint64_t>(last) + (std::uint64_t{1} << 63U), 9981545732273789042U);
}

// Known answers: stored instances consist of these bits, which must never change. Computed apart from the definition of
// MT19937-64: an integer is 16 + raw / floor(2^64 / 113), a real 64 + 448 raw / 2^64.
TEST(RandomStream, DrawsTheseIntegersForEver) {
  RandomStream stream(2007);
  std::vector<std::int64_t> draws;
  for (int i = 0; i < 12; ++i) draws.push_back(stream.uniform_integer(16, 128));
  EXPECT_EQ(draws, (std::vector<std::int64_t>{113, 20, 117, 96, 19, 113, 86, 53, 90, 122, 119, 44}));
}

TEST(RandomStream, DrawsTheseRealsForEver) {
  RandomStream stream(2007);
  for (const double expected : {448.77804352636133, 81.26072986660874, 465.8076927589168, 384.6070532217495})
    EXPECT_EQ(stream.uniform_real(64, 512), expected);
}

// From the same raw numbers by the definition of the polar method: the first, third and sixth pair miss the circle.
TEST(RandomStream, DrawsTheseNormalsForEver) {
  RandomStream stream(2007);
  for (const double expected :
       {0.560185133674372, 1.125362562180395, 0.16489351862067061, 0.27744507333642393, 0.007846799080806845})
    EXPECT_EQ(stream.normal(), expected);
}

// 10000 draws: the mean deviates by 0.01, the mean square by sqrt(2) / 100 = 0.014, and the share beyond 2, 0.0455, by
// sqrt(0.0455 x 0.9545 / 10000) = 0.0021.
TEST(RandomStream, NormalsHaveMeanZeroDeviationOneAndTheRightTails) {
  RandomStream stream(1);
  double sum = 0;
  double squares = 0;
  int beyond_two = 0;
  for (int i = 0; i < 10000; ++i) {
    const double draw = stream.normal();
    sum += draw;
    squares += draw * draw;
    beyond_two += std::abs(draw) > 2 ? 1 : 0;
  }
  EXPECT_NEAR(sum / 10000, 0, 5 * 0.01);
  EXPECT_NEAR(squares / 10000, 1, 5 * 0.014);
  EXPECT_NEAR(beyond_two / 10000.0, 0.0455, 5 * 0.0021);
}

TEST(StreamSeed, IsThisForEver) {
  EXPECT_EQ(canonical_text(drawn_part(recipe(10, 4, 2, 2007), k_stream_specs)), "family:sample=2,seed=2007,tasks=10");
  EXPECT_EQ(stream_seed(recipe(10, 4, 2, 2007), k_stream_specs, "shape"), 4357866546942722471U);
}

// XXH3-64 of the empty text without a seed (test vector of xxHash).
TEST(Hash64, IsXxh3) { EXPECT_EQ(hash64("", 0), 0x2d06800538d394c2U); }

TEST(Hash64, DependsOnTextAndSeed) {
  EXPECT_NE(hash64("a", 0), hash64("b", 0));
  EXPECT_NE(hash64("a", 0), hash64("a", 1));
}

TEST(RandomStream, IsTheSameForTheSameRecipeAndName) {
  EXPECT_EQ(first_draws(recipe(10, 0, 0, 1), "shape"), first_draws(recipe(10, 0, 0, 1), "shape"));
}

TEST(RandomStream, DiffersByNameSampleSeedParameterAndFamily) {
  Recipe other_family = recipe(10, 0, 0, 1);
  other_family.name = "other";
  const std::set<std::vector<double>> different{
      first_draws(recipe(10, 0, 0, 1), "shape"), first_draws(recipe(10, 0, 0, 1), "costs"),
      first_draws(recipe(10, 0, 1, 1), "shape"), first_draws(recipe(10, 0, 0, 2), "shape"),
      first_draws(recipe(11, 0, 0, 1), "shape"), first_draws(other_family, "shape")};
  EXPECT_EQ(different.size(), 6U);
}

TEST(RandomStream, IsLeftAloneByParametersThatLeaveTheDraws) {
  EXPECT_EQ(first_draws(recipe(10, 0, 0, 1), "shape"), first_draws(recipe(10, 20000, 0, 1), "shape"));
}

TEST(RandomStream, RealsFillTheHalfOpenRange) {
  RandomStream stream(1);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const double draw = stream.uniform_real(-2, 4);
    ASSERT_GE(draw, -2);
    ASSERT_LT(draw, 4);
    sum += draw;
  }
  // Mean 1; the deviation of the mean of 10000 draws is (6 / sqrt(12)) / 100 = 0.017.
  EXPECT_NEAR(sum / 10000, 1, 5 * 0.017);
}

// 10000 draws of 9 values: 1111 each, with a deviation of sqrt(10000 x 1/9 x 8/9) = 31.
TEST(RandomStream, IntegersAreEquiprobableAndIncludeBothBounds) {
  RandomStream stream(1);
  std::array<int, 9> count{};
  for (int i = 0; i < 10000; ++i) ++count.at(static_cast<std::size_t>(stream.uniform_integer(2, 10) - 2));
  for (const int each : count) EXPECT_NEAR(each, 1111, 5 * 31);
}

TEST(RandomStream, ARangeOfOneValueTakesNothing) {
  RandomStream drawing(7);
  RandomStream reference(7);
  EXPECT_EQ(drawing.uniform_real(3, 3), 3);
  EXPECT_EQ(drawing.uniform_integer(4, 4), 4);
  EXPECT_EQ(drawing.uniform_real(0, 1), reference.uniform_real(0, 1));
}

TEST(PortableMath, IsExactWhereItMustBe) {
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_log(1), 0);
}

// Known to 30 digits and more: e^0.3, e^-3.5, e^700; ln 0.1, ln 2, ln 10, ln 1e300.
TEST(PortableMath, AgreesWithTables) {
  EXPECT_DOUBLE_EQ(portable_exp(0.3), 1.34985880757600310398);
  EXPECT_DOUBLE_EQ(portable_exp(-3.5), 0.0301973834223185007);
  EXPECT_DOUBLE_EQ(portable_exp(700), 1.01423205473500452e304);
  EXPECT_DOUBLE_EQ(portable_log(0.1), -2.30258509299404568402);
  EXPECT_DOUBLE_EQ(portable_log(2), 0.69314718055994530942);
  EXPECT_DOUBLE_EQ(portable_log(10), 2.30258509299404568402);
  EXPECT_DOUBLE_EQ(portable_log(1e300), 690.775527898213705205);
}

TEST(PortableMath, AgreesWithTheLibraryEverywhere) {
  RandomStream random(1);
  for (int i = 0; i < 100000; ++i) {
    const double x = random.uniform_real(-700, 700);
    const double e = std::exp(x);
    ASSERT_NEAR(portable_exp(x), e, 1e-15 * e) << x;
    ASSERT_NEAR(portable_log(e), std::log(e), 1e-15 * std::max(1.0, std::abs(std::log(e)))) << e;
    const double near_one = random.uniform_real(0.5, 2);
    ASSERT_NEAR(portable_log(near_one), std::log(near_one), 1e-15) << near_one;
  }
}

// Always the same bits: found by the same steps apart from this code.
TEST(PortableMath, GivesTheseBitsForEver) {
  EXPECT_EQ(portable_exp(1), 2.7182818284590455);
  EXPECT_EQ(portable_log(0.7), -0.3566749439387324);
}

}  // namespace
}  // namespace palio
