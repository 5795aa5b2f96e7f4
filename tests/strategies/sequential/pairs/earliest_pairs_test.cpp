// ETF, DLS and FLB.
#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

TEST(Etf, TakesTheEarliestStartThenTheLargestLevel) {
  // Task 0 starts at 0 on either host, however long it takes. Tasks 1 and 2 can start at 2 on host 0: 2, of level 6.
  // Task 1 then at 5, or at 4 on host 1. Task 3 at 9 or 7.
  EXPECT_EQ(runs("ETF", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
  EXPECT_EQ(runs("ETF", test::HostExample{{{10, 1}}}), (Runs{{0, 0, 10}}));
}

TEST(Dls, TakesTheLargestDynamicLevel) {
  // Levels as ETF's; task 0: 8.5 + 0.5 on host 0. Task 1: 5.5 - 2 - 0.5 = 3 or 5.5 - 4 + 0.5 = 2; task 2: 6 - 2 + 1 = 5
  // or 6 - 4 - 1 = 1: task 2 on host 0 till 5. Task 1: 5.5 - 5 - 0.5 or 2. Task 3 at 9 or 7.
  EXPECT_EQ(runs("DLS", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
  // A host that is quicker by 9 s than the other one: 5.5 + 4.5 against 5.5 - 4.5.
  EXPECT_EQ(runs("DLS", test::HostExample{{{10, 1}}}), (Runs{{1, 0, 1}}));
}

TEST(Dls, GoesByMedianTimes) {
  // Medians 1 and 2: task 1 first, on host 0, then task 0 on host 1. By means, 4 and 2, it would be task 0.
  EXPECT_EQ(runs("DLS", test::HostExample{{{1, 1, 10}, {2, 2, 2}}}), (Runs{{1, 0, 1}, {0, 0, 2}}));
}

TEST(Flb, TakesTheEarlierOfTwoHostsForEachTask) {
  // Task 0 on host 0, the first of the free ones. Tasks 1 and 2 at 2 there, whence their data come, or at 4 on host 1,
  // which is free first: task 2, of rank 8. Task 1 at 5 or 4. The last message for task 3 comes from host 1: at 7
  // there, at 9 on host 0.
  EXPECT_EQ(runs("FLB", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Flb, SeesNoOtherHost) {
  // Tasks 0 to 2 on hosts 0 to 2 till 1, 2, 3. Task 3 gets 1 byte of each: the last message comes from host 2 (3 + 1),
  // host 0 is free first; there it has its data at 4, on host 2 at 3. Host 1 could start it at 4, too, and end it
  // first.
  const test::HostExample example{{{1, 9, 9}, {2, 2, 9}, {3, 3, 3}, {5, 1, 5}}, {{0, 3, 1}, {1, 3, 1}, {2, 3, 1}}};
  const Runs made = runs("FLB", example);
  EXPECT_EQ(made[3].host, 2);
}

}  // namespace
}  // namespace palio
