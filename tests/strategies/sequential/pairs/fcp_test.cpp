#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

TEST(Fcp, TasksBeyondTheNumberOfHostsWaitInAQueue) {
  // Ranks 1, 2, 9; two hosts: tasks 0 and 1 are in the list, so 1 goes first, on host 0. Then task 2 is in the list and
  // goes to host 1, which is free; task 0 to host 0, free at 2.
  EXPECT_EQ(runs("FCP", test::HostExample{{{1, 1}, {2, 2}, {9, 9}}}), (Runs{{0, 2, 3}, {0, 0, 2}, {1, 0, 9}}));
}

TEST(Fcp, LooksAtTheFirstFreeHostAndTheOneOfTheLastMessage) {
  // Task 0 on host 0, the first of two that are free. Task 2: 4 + 5 on host 1, which is free, 2 + 3 on host 0, whence
  // its data come. Task 1: 4 + 3 or 5 + 4. The last message for task 3 comes from host 1 (7 + 2): 7 + 2 there, 9 + 2 on
  // host 0, which is free first.
  EXPECT_EQ(runs("FCP", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Fcp, SeesNoOtherHost) {
  // Both are free; host 1, which would be ten times as quick, is not looked at.
  EXPECT_EQ(runs("FCP", test::HostExample{{{10, 1}}}), (Runs{{0, 0, 10}}));
}

}  // namespace
}  // namespace palio
