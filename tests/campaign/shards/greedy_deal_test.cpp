#include "campaign/shards/greedy_deal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace palio {
namespace {

using Positions = std::vector<std::size_t>;

// Heaviest first: 7 to part 1, 5 to part 2, 4 to part 2 (5 < 7), 3 to part 1 (7 < 9), 3 to part 2 (9 < 10).
TEST(GreedyDeal, GivesTheHeaviestToWhoeverHasLeast) {
  const std::vector<std::uint64_t> weights{4, 3, 7, 3, 5};
  EXPECT_EQ(greedy_part(weights, {1, 2}), (Positions{1, 2}));
  EXPECT_EQ(greedy_part(weights, {2, 2}), (Positions{0, 3, 4}));
}

TEST(GreedyDeal, LeavesThePartsBeyondTheWeightsEmpty) {
  const std::vector<std::uint64_t> weights{1, 2};
  EXPECT_EQ(greedy_part(weights, {1, 4'000'000'000}), (Positions{1}));
  EXPECT_EQ(greedy_part(weights, {2, 4'000'000'000}), (Positions{0}));
  EXPECT_EQ(greedy_part(weights, {4'000'000'000, 4'000'000'000}), Positions{});
  EXPECT_EQ(greedy_part({}, {1, 2}), Positions{});
}

TEST(GreedyDeal, PartsDifferByTheHeaviestWeightAtMost) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::uint64_t> weights(random() % 60);
    for (std::uint64_t& weight : weights) weight = 1 + random() % (1U << (random() % 20));
    const auto count = static_cast<std::uint32_t>(2 + random() % 9);
    std::vector<int> owners(weights.size());
    std::uint64_t least = ~std::uint64_t{0}, most = 0;
    for (std::uint32_t index = 1; index <= count; ++index) {
      std::uint64_t load = 0;
      for (const std::size_t position : greedy_part(weights, {index, count})) {
        ++owners[position];
        load += weights[position];
      }
      least = std::min(least, load);
      most = std::max(most, load);
    }
    EXPECT_EQ(owners, std::vector<int>(weights.size(), 1));
    EXPECT_LE(most - least, weights.empty() ? 0 : std::ranges::max(weights));
  }
}

}  // namespace
}  // namespace palio
