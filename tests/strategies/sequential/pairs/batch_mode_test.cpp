// MinMin, MaxMin, Duplex and Sufferage.
#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

// Least finishes 4, 3, 2, 6: task 2 on host 1. Then 4, 3, -, 6: task 1 on host 0. Then 7, -, -, 9: task 0 on host 0.
// Task 3 then ends at 13 or 9.
TEST(MinMin, TakesTheLeastOfTheLeastFinishes) {
  EXPECT_EQ(runs("MinMin", test::k_independent), (Runs{{0, 3, 7}, {0, 0, 3}, {1, 0, 2}, {1, 2, 9}}));
}

// Task 3 on host 0 till 6. Then 6, 8, 2 on host 1: task 1 there. Then 10 on host 0 and 9: task 0. Task 2 then ends at
// 13 or 10.
TEST(MaxMin, TakesTheGreatestOfTheLeastFinishes) {
  EXPECT_EQ(runs("MaxMin", test::k_independent), (Runs{{0, 6, 10}, {1, 0, 8}, {1, 8, 10}, {0, 0, 6}}));
}

TEST(Duplex, TakesTheBetterOne) {
  EXPECT_EQ(runs("Duplex", test::k_independent), runs("MinMin", test::k_independent));  // 9 against 10
  // MinMin: 1 s on each host, then 2 s: 3. MaxMin: 2 s beside 1 + 1 s.
  EXPECT_EQ(runs("Duplex", test::HostExample{{{1, 1}, {1, 1}, {2, 2}}}), (Runs{{1, 0, 1}, {1, 1, 2}, {0, 0, 2}}));
}

// The second host is worse by 2, 5, 1, 1: task 1 on host 0. Then tasks 0, 2, 3 end at 7 or 6, 6 or 2, 9 or 7: task 2 on
// host 1. Then 7 or 8, 9 or 9: task 0. Task 3: 13 or 9.
TEST(Sufferage, TakesTheTaskThatWouldLoseMost) {
  EXPECT_EQ(runs("Sufferage", test::k_independent), (Runs{{0, 3, 7}, {0, 0, 3}, {1, 0, 2}, {1, 2, 9}}));
}

TEST(Sufferage, OnOneHostGoesByNumber) {
  EXPECT_EQ(runs("Sufferage", test::HostExample{{{5}, {1}, {3}}}), (Runs{{0, 0, 5}, {0, 5, 6}, {0, 6, 9}}));
}

TEST(ReadySet, IsEmptiedBeforeItIsFormedAgainUnlessToldOtherwise) {
  // One host; task 2 of 1 s comes after task 0 of 1 s, task 1 takes 10 s.
  const test::HostExample example{{{1}, {10}, {1}}, {{0, 2, 0}}};
  EXPECT_EQ(runs("MinMin", example), (Runs{{0, 0, 1}, {0, 1, 11}, {0, 11, 12}}));
  EXPECT_EQ(runs("MinMin", example, {{"ready", "each"}}), (Runs{{0, 0, 1}, {0, 2, 12}, {0, 1, 2}}));
}

}  // namespace
}  // namespace palio
