#include "analysis/statistics/rank_statistics.h"

#include <gtest/gtest.h>

#include <vector>

#include "analysis/statistics/distributions.h"

namespace palio::test {
namespace {

// `count` differences 1, 2, 3, ..., every third of them negative.
std::vector<double> every_third_negative(int count) {
  std::vector<double> differences;
  for (int i = 1; i <= count; ++i) differences.push_back(i % 3 == 0 ? -i : i);
  return differences;
}

TEST(SignedRank, FewDifferencesAreCountedOut) {
  // 1 and 2: of the sums 0, 1, 2, 3 of the four choices of signs two are as far out as 3.
  EXPECT_DOUBLE_EQ(signed_rank_p({1, 2}), 0.5);
  EXPECT_DOUBLE_EQ(signed_rank_p({-1, -2}), 0.5);
  // The negative ones have the ranks 1 and 2, sum 3. Sums up to 3: none, 1, 2, 3 and 1 + 2; twice these 5 of 256
  // choices.
  EXPECT_DOUBLE_EQ(signed_rank_p({1.5, -0.5, 2.25, 3, -1.25, 4, 1.75, 5.5}), 0.0390625);
  // SciPy 1.10: wilcoxon(d, mode='exact').
  EXPECT_NEAR(signed_rank_p(every_third_negative(25)), 0.14847958087921143, 1e-15);
}

TEST(SignedRank, BeyondTwentyFiveTheNormalApproximationIsUsed) {
  // SciPy 1.10: wilcoxon(d, mode='approx', correction=True); the exact value would be 0.08903.
  EXPECT_NEAR(signed_rank_p(every_third_negative(26)), 0.08881828327172404, 1e-14);
}

TEST(SignedRank, TiesShareTheirRankAndNarrowTheVariance) {
  // Sizes 1 to 5, eight of each, every fourth negative. SciPy as above.
  std::vector<double> differences;
  for (int i = 1; i <= 40; ++i) differences.push_back((i % 4 == 0 ? -1 : 1) * (i * 7 % 5 + 1));
  EXPECT_NEAR(signed_rank_p(differences), 0.0057470506511228805, 1e-14);
}

TEST(SignedRank, FewDifferencesWithTiesAreCountedOutToo) {
  // Five of one size: of the 32 choices of signs only all and none are as far out.
  EXPECT_DOUBLE_EQ(signed_rank_p({1, 1, 1, 1, 1}), 0.0625);
  // Ranks 2, 2, 4, 2, 5; the negative ones sum to 4. Sums up to 4: none, 2 three times, 2 + 2 three times, 4; twice
  // these 8 of 32.
  EXPECT_DOUBLE_EQ(signed_rank_p({1, -1, 2, -1, 3}), 0.5);
}

TEST(SignedRank, SizesThatRoundingToldApartAreTied) {
  // In binary 0.3 - 0.2 is a little less than 0.2 - 0.1. Both have rank 1.5; sums up to it: none, 1.5 twice; twice
  // these 3 of 32. With the ranks 1 and 2 it would be twice 2 of 32.
  EXPECT_DOUBLE_EQ(signed_rank_p({-(0.3 - 0.2), 0.2 - 0.1, 5, 6, 7}), 0.1875);
}

TEST(SignedRank, EqualPairsAreLeftOut) {
  // 15, -7, 5, 20, 0, -9, 17, -12, 5, -10: nine differences with a tie at 5. Counted out in Python: 324 of 512 choices.
  EXPECT_DOUBLE_EQ(signed_rank_p({15, -7, 5, 20, 0, -9, 17, -12, 5, -10}), 324.0 / 512);
}

TEST(SignedRank, NothingButEqualPairsSaysNothing) {
  EXPECT_EQ(signed_rank_p({0, 0, 0}), 1);
  EXPECT_EQ(signed_rank_p({1, -1}), 1);  // as much on either side
}

// Expected values are SciPy 1.10's: norm.ppf, norm.sf, chi2.sf, studentized_range.ppf(level, k, inf). Its t.ppf has ten
// digits only; for 4 degrees of freedom t is 2 sqrt(cos(acos(sqrt(a)) / 3) / sqrt(a) - 1) with a = 4 p (1 - p).

TEST(Distributions, StudentsQuantileFallsTowardsTheNormalOne) {
  EXPECT_NEAR(student_quantile(0.95, 1), 12.70620474, 1e-8);
  EXPECT_NEAR(student_quantile(0.95, 4), 2.7764451051977934, 1e-13);
  EXPECT_NEAR(student_quantile(0.99, 4), 4.604094871349992, 1e-13);
  EXPECT_NEAR(student_quantile(0.95, 29), 2.04522964, 1e-8);
  EXPECT_NEAR(normal_quantile(0.95), 1.959963984540054, 1e-14);
}

TEST(Distributions, TailsKeepTheirDigitsFarOut) {
  EXPECT_NEAR(normal_two_sided(1.5), 0.13361440253771614, 1e-15);
  EXPECT_NEAR(normal_two_sided(-8) / 1.244192114854348e-15, 1, 1e-12);
  EXPECT_NEAR(chi_squared_tail(7.2, 3), 0.06578905268507099, 1e-15);
  EXPECT_NEAR(chi_squared_tail(300, 6) / 8.180326919004622e-62, 1, 1e-12);
}

TEST(Distributions, RangeOfNormalVariables) {
  // Two: |Z1 - Z2| is sqrt(2) |Z|, so that the quantile is sqrt(2) 1.959964.
  EXPECT_NEAR(normal_range_quantile(0.95, 2), 2.771807648699355, 1e-9);
  EXPECT_NEAR(normal_range_quantile(0.95, 3), 3.314493155398122, 1e-9);
  EXPECT_NEAR(normal_range_quantile(0.95, 7), 4.169554155006547, 1e-9);
  EXPECT_NEAR(normal_range_quantile(0.95, 20), 5.0116887941184425, 1e-9);
  EXPECT_NEAR(normal_range_quantile(0.99, 5), 4.602821042201571, 1e-9);
}

TEST(Distributions, CriticalDifference) {
  // Demsar's example, 4 classifiers on 14 data sets: 2.569 sqrt(4 x 5 / (6 x 14)) = 1.25.
  EXPECT_NEAR(critical_difference(4, 14), 1.2535591471176057, 1e-9);
  EXPECT_NEAR(critical_difference(7, 1000), 0.2848347742823624, 1e-9);
}

}  // namespace
}  // namespace palio::test
