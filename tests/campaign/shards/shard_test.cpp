#include "campaign/shards/shard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

TEST(Shard, RulesAreTheWordsOfTheDatabase) {
  for (const ShardRule rule : {ShardRule::rounds, ShardRule::costs}) EXPECT_EQ(shard_rule(to_text(rule)), rule);
  EXPECT_EQ(to_text(ShardRule::rounds), "rounds");
  EXPECT_NE(test::error_of([] { shard_rule("dice"); }).find("dealt into shards by the rule \"dice\""),
            std::string::npos);
}

std::vector<std::uint64_t> part(const Shard& shard, std::uint64_t end) {
  const Rounds rounds(shard);
  std::vector<std::uint64_t> positions;
  for (std::uint64_t round = 0; rounds.position(round) < end; ++round) positions.push_back(rounds.position(round));
  return positions;
}

// The fractions of 0, 1, 2, 3 x 0.618 are 0, 0.618, 0.236, 0.854; in three parts that is 0, 1.85, 0.71, 2.56: the
// rounds begin with parts 1, 2, 1, 3.
//   position  0 1 2 | 3 4 5 | 6 7 8 | 9 10 11
//   part      1 2 3 | 2 3 1 | 1 2 3 | 3 1  2
TEST(Rounds, BeginTheGoldenSectionFurther) {
  using Positions = std::vector<std::uint64_t>;
  EXPECT_EQ(part({1, 3}, 12), (Positions{0, 5, 6, 10}));
  EXPECT_EQ(part({2, 3}, 12), (Positions{1, 3, 7, 11}));
  EXPECT_EQ(part({3, 3}, 12), (Positions{2, 4, 8, 9}));
  EXPECT_EQ(part({1, 3}, 10), (Positions{0, 5, 6}));  // the last round is cut
  EXPECT_EQ(part({3, 3}, 10), (Positions{2, 4, 8, 9}));
}

TEST(Rounds, OfOnePartAreEverything) { EXPECT_EQ(part({1, 1}, 4), (std::vector<std::uint64_t>{0, 1, 2, 3})); }

TEST(Rounds, LeaveNothingForPartsBeyondThePositions) {
  EXPECT_EQ(part({2, 5}, 2), (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(part({3, 5}, 2), (std::vector<std::uint64_t>{}));
  EXPECT_EQ(Rounds({3, 5}).count_below(2), 0U);
}

TEST(Rounds, GiveEachPositionToOnePartAndTellHowMany) {
  for (std::uint32_t count = 1; count <= 70; ++count)
    for (const std::uint64_t end : {0U, 1U, 69U, 70U, 71U, 500U}) {
      std::vector<int> owners(end);
      for (std::uint32_t index = 1; index <= count; ++index) {
        const Rounds rounds({index, count});
        const std::vector<std::uint64_t> mine = part({index, count}, end);
        EXPECT_EQ(rounds.count_below(end), mine.size());
        EXPECT_LE(mine.size(), end / count + 1);
        EXPECT_GE(mine.size(), end / count);
        for (const std::uint64_t position : mine) {
          EXPECT_TRUE(rounds.has(position));
          ++owners[position];
        }
      }
      EXPECT_EQ(owners, std::vector<int>(end, 1)) << count;
    }
}

// As many parts as an axis has values: dealt in rounds of one order, each part would have one of them only. 1,000
// positions of each of 8 values on 8 parts are 125 of each.
TEST(Rounds, MixTheValuesOfAnAxisAsLongAsThePartsAreMany) {
  const Rounds rounds({3, 8});
  std::vector<int> values(8);
  for (std::uint64_t round = 0; round < 1000; ++round) ++values[rounds.position(round) % 8];
  for (const int count : values) EXPECT_NEAR(count, 125, 2);
}

// The largest study: 250,000 platforms x 250,000 workloads.
TEST(Rounds, StayExactInTheLargestStudy) {
  constexpr std::uint64_t end = 62'500'000'000;
  std::uint64_t sum = 0;
  for (std::uint32_t index = 1; index <= 1000; ++index) {
    const Rounds rounds({index, 1000});
    EXPECT_TRUE(rounds.has(rounds.position(62'499'999)));
    EXPECT_LT(rounds.position(62'499'999), end);
    sum += rounds.count_below(end);
  }
  EXPECT_EQ(sum, end);
}

// Heaviest first: 7 to part 1, 5 to part 2, 4 to part 2 (5 < 7), 3 to part 1 (7 < 9), 3 to part 2 (9 < 10).
TEST(GreedyDeal, GivesTheHeaviestToWhoeverHasLeast) {
  using Positions = std::vector<std::size_t>;
  const std::vector<std::uint64_t> weights{4, 3, 7, 3, 5};
  EXPECT_EQ(greedy_part(weights, {1, 2}), (Positions{1, 2}));
  EXPECT_EQ(greedy_part(weights, {2, 2}), (Positions{0, 3, 4}));
}

TEST(GreedyDeal, LeavesThePartsBeyondTheWeightsEmpty) {
  using Positions = std::vector<std::size_t>;
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
