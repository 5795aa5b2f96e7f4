#include "analysis/statistics/rank_statistics.h"

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

}  // namespace
}  // namespace palio::test
