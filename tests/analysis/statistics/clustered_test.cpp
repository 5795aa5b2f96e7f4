#include "analysis/statistics/clustered.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "analysis/statistics/intervals.h"

namespace palio::test {
namespace {

// Ids from 1 on; draws of one kind, and what is no draw.
Draws drawn(std::int64_t count) {
  std::vector<std::pair<std::int64_t, std::string>> entries;
  for (std::int64_t id = 1; id <= count; ++id) entries.emplace_back(id, "star:sample=" + std::to_string(id));
  return Draws(entries);
}
const Draws k_fixed{{}};

TEST(Draws, OfOneKindDifferInSampleAndSeedAlone) {
  EXPECT_EQ(kind_of_draw("star:sample=3,seed=7,speed=2"), "star:speed=2");
  EXPECT_EQ(kind_of_draw("graph:alpha=1,sample=12,scale=3,seed=7"), "graph:alpha=1,scale=3,");
  EXPECT_EQ(kind_of_draw("star:speed=2,workers=8"), "");
  const std::vector<std::pair<std::int64_t, std::string>> entries{
      {1, "g:n=1,sample=0,seed=5"}, {2, "g:n=1,sample=1,seed=5"}, {4, "g:n=2,sample=0,seed=5"}, {5, "site:name=lille"}};
  const Draws draws(entries);
  EXPECT_EQ(draws.kind(1), draws.kind(2));
  EXPECT_NE(draws.kind(1), draws.kind(4));
  EXPECT_EQ(draws.kind(5), Draws::k_fixed);
  EXPECT_EQ(draws.kind(3), Draws::k_fixed);
  EXPECT_EQ(draws.kind(99), Draws::k_fixed);
}

// Two platforms, two workloads, values 1 3 / 5 11: mean 5, residuals -4 -2 / 0 6.
ClusteredRatio two_by_two() {
  ClusteredRatio mean;
  mean.add(1, 1, 1, 1);
  mean.add(3, 1, 1, 2);
  mean.add(5, 1, 2, 1);
  mean.add(11, 1, 2, 2);
  return mean;
}

// Workloads sum to -4 and 4: variance 2 x 32; Student's t of one degree of freedom is 12.7062; 12.7062 x 8 / 4.
TEST(Clustered, FixedPlatformsDoNotVary) {
  EXPECT_DOUBLE_EQ(two_by_two().ratio(), 5);
  EXPECT_NEAR(two_by_two().margin(k_fixed, drawn(2), 0.95), 25.41240947, 1e-8);
}

// Platforms sum to -6 and 6: 2 x 72. Together 208, with 208^2 / (144^2 + 64^2) = 1.7423 degrees of freedom, of which
// R's qt(0.975, 43264 / 24832) is 4.9740309; x sqrt(208) / 4.
TEST(Clustered, BothDrawsAdd) { EXPECT_NEAR(two_by_two().margin(drawn(2), drawn(2), 0.95), 17.934123536, 1e-8); }

// The same within two kinds of workloads of two draws each: a difference between the kinds is none between draws.
TEST(Clustered, KindsDifferWithoutUncertainty) {
  const std::vector<std::pair<std::int64_t, std::string>> entries{
      {1, "g:n=1,sample=0"}, {2, "g:n=1,sample=1"}, {3, "g:n=2,sample=0"}, {4, "g:n=2,sample=1"}};
  ClusteredRatio mean;
  for (const std::size_t workload : {1U, 2U}) mean.add(1, 1, 1, workload);
  for (const std::size_t workload : {3U, 4U}) mean.add(100, 1, 1, workload);
  EXPECT_EQ(mean.margin(k_fixed, Draws(entries), 0.95), 0);
}

// One draw of each of two kinds: they are taken together, as the values 1 and 3: mean 2, variance 2, 12.7062 x sqrt(2 /
// 2).
TEST(Clustered, SingleDrawsAreTakenTogether) {
  const std::vector<std::pair<std::int64_t, std::string>> entries{{1, "g:n=1,sample=0"}, {2, "g:n=2,sample=0"}};
  ClusteredRatio mean;
  mean.add(1, 1, 1, 1);
  mean.add(3, 1, 1, 2);
  EXPECT_NEAR(mean.margin(k_fixed, Draws(entries), 0.95), 12.70620474, 1e-8);
}

TEST(Clustered, NothingDrawnTwiceHasNoInterval) {
  ClusteredRatio mean;
  EXPECT_TRUE(std::isnan(mean.ratio()));
  mean.add(1, 1, 1, 1);
  EXPECT_TRUE(std::isnan(mean.margin(drawn(1), drawn(1), 0.95)));
  EXPECT_TRUE(std::isnan(two_by_two().margin(k_fixed, k_fixed, 0.95)));
}

TEST(Clustered, NoRatioHasNoInterval) {
  ClusteredRatio ratio;
  for (const std::size_t workload : {1U, 2U, 3U}) ratio.add(static_cast<double>(workload), 0, 1, workload);
  EXPECT_TRUE(std::isnan(ratio.margin(k_fixed, drawn(3), 0.95)));
}

// Where every instance is a workload of its own, the intervals are those of independent pairs.
TEST(Clustered, OneInstanceADrawIsTheDeltaMethod) {
  std::mt19937_64 random(7);
  std::lognormal_distribution<double> values;
  ClusteredRatio ratio;
  PairMoments pairs;
  for (std::size_t i = 1; i <= 50; ++i) {
    const double y = values(random), x = y * values(random);
    ratio.add(x, y, 1, i);
    pairs.add(x, y);
  }
  EXPECT_NEAR(ratio.ratio(), ratio_of_means(pairs), 1e-12);
  EXPECT_NEAR(ratio.margin(k_fixed, drawn(50), 0.95), ratio_margin(pairs, 0.95), 1e-12);
}

// 8 platforms x 20 workloads, each with an effect of its own: the interval holds the true mean, 0, at least about as
// often as it says; that of independent values, far less often.
TEST(Clustered, HoldsTheTruthAsOftenAsItSays) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  constexpr int repetitions = 1000;
  int held = 0, held_as_independent = 0;
  for (int i = 0; i < repetitions; ++i) {
    std::vector<double> platform(8), workload(20);
    for (double& effect : platform) effect = normal(random);
    for (double& effect : workload) effect = normal(random);
    ClusteredRatio mean;
    Moments independent;
    for (std::size_t p = 0; p < platform.size(); ++p)
      for (std::size_t w = 0; w < workload.size(); ++w) {
        const double value = platform[p] + workload[w] + normal(random);
        mean.add(value, 1, p + 1, w + 1);
        independent.add(value);
      }
    held += std::abs(mean.ratio()) <= mean.margin(drawn(8), drawn(20), 0.95) ? 1 : 0;
    held_as_independent += std::abs(independent.mean()) <= mean_margin(independent, 0.95) ? 1 : 0;
  }
  EXPECT_GE(held, 930);
  EXPECT_LE(held, 990);
  EXPECT_LE(held_as_independent, 650);
}

}  // namespace
}  // namespace palio::test
