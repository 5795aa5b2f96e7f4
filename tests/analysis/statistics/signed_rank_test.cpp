#include "analysis/statistics/signed_rank.h"

#include <gtest/gtest.h>

#include <vector>

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

TEST(SignedRank, EqualPairsAreLeftOut) {
  // 15, -7, 5, 20, 0, -9, 17, -12, 5, -10: nine differences with a tie at 5. SciPy: zero_method='wilcox', approx.
  EXPECT_NEAR(signed_rank_p({15, -7, 5, 20, 0, -9, 17, -12, 5, -10}), 0.6352893188352069, 1e-14);
}

TEST(SignedRank, NothingButEqualPairsSaysNothing) {
  EXPECT_EQ(signed_rank_p({0, 0, 0}), 1);
  EXPECT_EQ(signed_rank_p({1, -1}), 1);  // as much on either side
}

}  // namespace
}  // namespace palio::test
