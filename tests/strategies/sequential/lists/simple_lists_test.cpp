// MCT, MET, OLB and FastestNode.
#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

TEST(Mct, TakesEachTaskWhereItFinishesFirst) {
  // 0: 4 or 6. 1: 4 + 3 or 8. 2: 7 + 3 or 2. 3: 7 + 6 or 2 + 7.
  EXPECT_EQ(runs("MCT", test::k_independent), (Runs{{0, 0, 4}, {0, 4, 7}, {1, 0, 2}, {1, 2, 9}}));
}

TEST(Mct, CountsDataAndKeepsTies) {
  // 0: 2 or 3. 1: 2 + 4, or 4 + 3 with its data. 2: 6 + 3 or 4 + 5, the smaller host. 3: 9 + 2, or there at 11.
  EXPECT_EQ(runs("MCT", test::k_diamond), (Runs{{0, 0, 2}, {0, 2, 6}, {0, 6, 9}, {0, 9, 11}}));
}

TEST(Met, TakesTheQuickestHostHoweverBusy) {
  EXPECT_EQ(runs("MET", test::k_independent), (Runs{{0, 0, 4}, {0, 4, 7}, {1, 0, 2}, {0, 7, 13}}));
}

TEST(Olb, TakesTheHostThatIsFreeFirst) {
  EXPECT_EQ(runs("OLB", test::k_independent), (Runs{{0, 0, 4}, {1, 0, 8}, {0, 4, 7}, {0, 7, 13}}));
}

TEST(Olb, LooksAtDataOnlyIfToldTo) {
  // Host 1 is free for task 1, whose data are there at 4; host 0 at 2 for task 2; host 0 at 5 for task 3, whose data
  // from host 1 are there at 9.
  EXPECT_EQ(runs("OLB", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {0, 9, 11}}));
  // Task 1 can start on host 0 at 2, task 2 then on host 1 at 4 or on host 0 at 6; task 3 at 9 + 2 on host 0 or at 9 on
  // host 1.
  EXPECT_EQ(runs("OLB", test::k_diamond, {{"earliest", "start"}}), (Runs{{0, 0, 2}, {0, 2, 6}, {1, 4, 9}, {1, 9, 11}}));
}

TEST(FastestNode, TakesOneHostForAll) {
  // 16 s on host 0, 23 s on host 1.
  EXPECT_EQ(runs("FastestNode", test::k_independent), (Runs{{0, 0, 4}, {0, 4, 7}, {0, 7, 10}, {0, 10, 16}}));
}

}  // namespace
}  // namespace palio
