#include "campaign/study/strategy_classes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/error.h"
#include "core/identity/random_stream.h"

namespace palio {
namespace {

using Positions = std::vector<std::uint32_t>;

Positions of(const StrategyClasses& classes, std::size_t workload) {
  const std::span<const std::uint32_t> strategies = classes.strategies_of(workload);
  return {strategies.begin(), strategies.end()};
}

TEST(StrategyClasses, WithoutRestrictionsEveryStrategyTakesEveryWorkload) {
  StrategyClasses classes(3);
  classes.add(2);
  classes.add(1);
  for (std::size_t workload = 0; workload < 3; ++workload) EXPECT_EQ(of(classes, workload), (Positions{0, 1, 2}));
  EXPECT_EQ(classes.workloads_of(2), 3U);
  EXPECT_EQ(classes.pair_count(), 9U);
}

TEST(StrategyClasses, ARestrictionPartsTheWorkloads) {
  // Strategies 0 and 1 take workloads 1 and 2, strategy 2 takes all four, strategy 3 workloads 2 and 3:
  // 2 x 2 + 4 + 2 = 10 pairs.
  StrategyClasses classes(4);
  classes.add(2, Positions{1, 2});
  classes.add(1);
  classes.add(1, Positions{2, 3});
  EXPECT_EQ(of(classes, 0), (Positions{2}));
  EXPECT_EQ(of(classes, 1), (Positions{0, 1, 2}));
  EXPECT_EQ(of(classes, 2), (Positions{0, 1, 2, 3}));
  EXPECT_EQ(of(classes, 3), (Positions{2, 3}));
  EXPECT_EQ(classes.workloads_of(1), 2U);
  EXPECT_EQ(classes.workloads_of(2), 4U);
  EXPECT_EQ(classes.pair_count(), 10U);
  EXPECT_TRUE(classes.takes(3, 2));
  EXPECT_FALSE(classes.takes(3, 1));
  EXPECT_FALSE(classes.takes(0, 3));
}

TEST(StrategyClasses, AWorkloadThatNothingTakesHasNone) {
  StrategyClasses classes(2);
  classes.add(1, Positions{1});
  EXPECT_TRUE(classes.strategies_of(0).empty());
  EXPECT_EQ(classes.pair_count(), 1U);
}

// Random restrictions, and beside the classes a plain table of who takes what.
struct RandomClasses {
  explicit RandomClasses(std::uint64_t number) : seed(number), workloads(1 + draw(12)), classes(workloads) {
    expected.resize(workloads);
    for (std::uint64_t block = draw(8); block < 8; ++block) add_block();
  }

  std::uint64_t draw(std::uint64_t count) { return hash64(std::to_string(draws++), seed) % count; }

  void add_block() {
    const std::uint64_t count = 1 + draw(3);
    Positions taken;
    for (std::uint32_t w = 0; w < workloads; ++w)
      if (draw(2) == 0) taken.push_back(w);
    if (draw(3) == 0) {
      classes.add(count);
      taken.resize(workloads);
      std::iota(taken.begin(), taken.end(), 0U);
    } else {
      classes.add(count, taken);
    }
    for (std::uint64_t i = 0; i < count; ++i, ++strategies)
      for (const std::uint32_t w : taken) expected[w].push_back(strategies);
  }

  std::uint64_t seed, draws = 0;
  std::size_t workloads;
  StrategyClasses classes;
  std::vector<Positions> expected;  // strategies by workload
  std::uint32_t strategies = 0;
};

TEST(StrategyClasses, AnyRestrictions) {
  for (std::uint64_t round = 0; round < 200; ++round) {
    const RandomClasses random(round);
    std::uint64_t pairs = 0;
    for (std::size_t w = 0; w < random.workloads; ++w) {
      const Positions& expected = random.expected[w];
      pairs += expected.size();
      ASSERT_EQ(of(random.classes, w), expected) << round;
      for (std::uint32_t s = 0; s < random.strategies; ++s)
        ASSERT_EQ(random.classes.takes(s, w), std::ranges::find(expected, s) != expected.end()) << round;
    }
    ASSERT_EQ(random.classes.pair_count(), pairs);
  }
}

TEST(StrategyClasses, RefusesClassesThatNoMemoryHolds) {
  // One class of 10^6 strategies; each workload parted from it has as many and one more: 9 classes fit
  // into 10^7 entries, 10 do not.
  StrategyClasses classes(20);
  classes.add(1'000'000);
  for (std::uint32_t workload = 0; workload < 8; ++workload) classes.add(1, Positions{workload});
  EXPECT_EQ(classes.strategies_of(7).size(), 1'000'001U);
  EXPECT_THROW(classes.add(1, Positions{8}), UserError);
}

}  // namespace
}  // namespace palio
