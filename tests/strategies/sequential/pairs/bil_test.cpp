#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

TEST(Bil, GoesByTheBestImaginaryMakespan) {
  // BIL: task 3 has 2, 2; task 1 has 6, 5; task 2 has 5, 7; task 0 on host 0 2 + max(min(6, 5 + 2), min(5, 7 + 2)) = 8,
  // on host 1 3 + max(min(5, 6 + 2), min(7, 5 + 2)) = 10. Task 0 on host 0 till 2. Two ready tasks: the second least
  // makespans are 8 of {2 + 6, 5} and 7 of {2 + 5, 7}: task 1, on host 1, where its data are at 4. Task 2 has 7 and
  // 7 + 7. Task 3 has 5 + 2 and 7 + 2: on host 0, although its data are there at 9 only.
  EXPECT_EQ(runs("BIL", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {0, 9, 11}}));
}

TEST(Bil, MayCountTheStartOfATask) {
  // Tasks 1 and 2 can start at 2 on host 0, at 4 on host 1: makespans 8, 9 and 7, 11. Task 2 on host 0 till 5. Task 1
  // then has 5 + 6 or 4 + 5. Task 3 has 9 + 2 or 7 + 2.
  EXPECT_EQ(runs("BIL", test::k_diamond, {{"earliest", "start"}}), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Bil, WithMoreReadyTasksThanHostsQuickHostsCountMore) {
  // BIL of task 0 with its child (1 or 6 s, 100 bytes away): 4 + 1 and 1 + 6. Among six ready tasks on two hosts it is
  // first and takes 5 + 2 x 4 on host 0, 7 + 2 x 1 on host 1.
  const test::HostExample many{{{4, 1}, {1, 6}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}, {{0, 1, 100}}};
  EXPECT_EQ(runs("BIL", many)[0], (test::Run{1, 0, 1}));
  // Alone it goes to host 0.
  EXPECT_EQ(runs("BIL", test::HostExample{{{4, 1}, {1, 6}}, {{0, 1, 100}}}), (Runs{{0, 0, 4}, {0, 4, 5}}));
}

}  // namespace
}  // namespace palio
