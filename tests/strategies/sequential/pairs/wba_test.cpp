#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

TEST(Wba, WithAlpha0TakesTheLeastIncrease) {
  // Task 0: 2 or 3. Tasks 1 and 2 make it longer by 4, 5 and 3, 7: task 2 on host 0 till 5. Task 1: 9 or 7. Task 3: 11
  // or 9.
  EXPECT_EQ(runs("WBA", test::k_diamond, {{"increase_range", 0.0}}),
            (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Wba, DrawsWithEqualChancesAmongThoseWithinAlphaOfTheRange) {
  // Increases 2, 4, 6, 10, 1 s: up to 1 + 0.5 x 9 = 5.5 are hosts 0, 1 and 4. Of 600 draws each has 200, within four
  // standard deviations of 11.5.
  std::array<int, 5> taken{};
  for (std::int64_t draw = 0; draw < 600; ++draw)
    ++taken.at(static_cast<std::size_t>(runs("WBA", test::HostExample{{{2, 4, 6, 10, 1}}}, {{"draw", draw}})[0].host));
  EXPECT_EQ(taken[2], 0);
  EXPECT_EQ(taken[3], 0);
  for (const std::size_t host : {0U, 1U, 4U})
    EXPECT_THAT(taken.at(host), testing::AllOf(testing::Gt(154), testing::Lt(246)));
}

TEST(Wba, MorePassesAreThoseOfFewerAndMore) {
  const auto end = [](std::int64_t repeats, std::int64_t draw) {
    double latest = 0;
    for (const test::Run& run : runs("WBA", test::k_heft_paper, {{"repeats", repeats}, {"draw", draw}}))
      latest = std::max(latest, run.finish);
    return latest;
  };
  int better = 0;
  for (std::int64_t draw = 0; draw < 50; ++draw) {
    EXPECT_LE(end(5, draw), end(1, draw)) << draw;
    EXPECT_LE(end(20, draw), end(5, draw)) << draw;
    better += end(20, draw) < end(1, draw) ? 1 : 0;
  }
  EXPECT_GT(better, 25);
}

}  // namespace
}  // namespace palio
