#include "workloads/model/redistribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/error.h"
#include "core/identity/random_stream.h"

namespace palio {
namespace {

using Blocks = std::vector<BlockTransfer>;

// 6 bytes, senders hold [0,3) [3,6), receivers need [0,2) [2,4) [4,6).
TEST(BlockRedistribution, FromTwoToThree) {
  EXPECT_EQ(block_redistribution(6, 2, 3), (Blocks{{0, 0, 2}, {0, 1, 1}, {1, 1, 1}, {1, 2, 2}}));
}

// The same, the other way round.
TEST(BlockRedistribution, FromThreeToTwo) {
  EXPECT_EQ(block_redistribution(6, 3, 2), (Blocks{{0, 0, 2}, {1, 0, 1}, {1, 1, 1}, {2, 1, 2}}));
}

TEST(BlockRedistribution, BetweenEqualNumbersIsRankToRank) {
  EXPECT_EQ(block_redistribution(8, 4, 4), (Blocks{{0, 0, 2}, {1, 1, 2}, {2, 2, 2}, {3, 3, 2}}));
}

TEST(BlockRedistribution, FromOneScattersAndToOneGathers) {
  EXPECT_EQ(block_redistribution(9, 1, 3), (Blocks{{0, 0, 3}, {0, 1, 3}, {0, 2, 3}}));
  EXPECT_EQ(block_redistribution(9, 3, 1), (Blocks{{0, 0, 3}, {1, 0, 3}, {2, 0, 3}}));
}

TEST(BlockRedistribution, OfNothingHasNoBlock) { EXPECT_TRUE(block_redistribution(0, 3, 5).empty()); }

TEST(BlockRedistribution, NeedsProcessorsOnBothSides) {
  EXPECT_THROW(block_redistribution(1, 0, 2), InternalError);
  EXPECT_THROW(block_redistribution(1, 2, 0), InternalError);
}

// Interior bounds i/m and j/n coincide gcd(m,n) - 1 times, so that they cut the data into m + n - gcd(m,n) blocks.
TEST(BlockRedistribution, SplitsEveryShareExactly) {
  RandomStream random(42);
  for (int round = 0; round < 4000; ++round) {
    const int m = static_cast<int>(random.uniform_integer(1, 130));
    const int n = static_cast<int>(random.uniform_integer(1, 130));
    const double bytes = random.uniform_real(1, 1e9);
    const Blocks blocks = block_redistribution(bytes, m, n);
    ASSERT_EQ(std::ssize(blocks), m + n - std::gcd(m, n));
    ASSERT_TRUE(std::ranges::is_sorted(
        blocks, {}, [](const BlockTransfer& block) { return std::pair(block.sender, block.receiver); }));
    std::vector<double> sent(static_cast<std::size_t>(m)), received(static_cast<std::size_t>(n));
    for (const BlockTransfer& block : blocks) {
      ASSERT_GT(block.bytes, 0);
      sent.at(static_cast<std::size_t>(block.sender)) += block.bytes;
      received.at(static_cast<std::size_t>(block.receiver)) += block.bytes;
    }
    for (const double share : sent) ASSERT_NEAR(share, bytes / m, bytes * 1e-12);
    for (const double share : received) ASSERT_NEAR(share, bytes / n, bytes * 1e-12);
  }
}

// The definition, block by block: the overlap of [i D/m, (i+1) D/m) and [j D/n, (j+1) D/n).
TEST(BlockRedistribution, EqualsTheOverlapsOfItsDefinition) {
  for (int m = 1; m <= 24; ++m)
    for (int n = 1; n <= 24; ++n) {
      Blocks expected;
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j)
          if (const int overlap = std::min((i + 1) * n, (j + 1) * m) - std::max(i * n, j * m); overlap > 0)
            expected.push_back({i, j, static_cast<double>(overlap)});
      EXPECT_EQ(block_redistribution(m * n, m, n), expected) << m << " to " << n;
    }
}

}  // namespace
}  // namespace palio
