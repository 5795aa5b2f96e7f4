#include "campaign/study/strategy_classes.h"

#include <gtest/gtest.h>

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

// Against a table of who takes what.
TEST(StrategyClasses, AnyRestrictions) {
  for (std::uint64_t round = 0; round < 200; ++round) {
    auto draw = [&, n = 0U](std::uint64_t count) mutable { return hash64(std::to_string(n++), round) % count; };
    const std::size_t workloads = 1 + draw(12);
    StrategyClasses classes(workloads);
    std::vector<Positions> expected(workloads);
    std::uint32_t strategies = 0;
    std::uint64_t pairs = 0;
    for (std::uint64_t block = draw(8); block < 8; ++block) {
      const std::uint64_t count = 1 + draw(3);
      Positions taken;
      for (std::uint32_t w = 0; w < workloads; ++w)
        if (draw(2) == 0) taken.push_back(w);
      const bool all = draw(3) == 0;
      all ? classes.add(count) : classes.add(count, taken);
      for (std::uint64_t i = 0; i < count; ++i, ++strategies)
        for (std::uint32_t w = 0; w < workloads; ++w)
          if (all || std::ranges::find(taken, w) != taken.end()) {
            expected[w].push_back(strategies);
            ++pairs;
          }
    }
    ASSERT_EQ(classes.pair_count(), pairs);
    for (std::size_t w = 0; w < workloads; ++w) {
      ASSERT_EQ(of(classes, w), expected[w]) << round;
      for (std::uint32_t s = 0; s < strategies; ++s)
        ASSERT_EQ(classes.takes(s, w), std::ranges::find(expected[w], s) != expected[w].end()) << round;
    }
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
