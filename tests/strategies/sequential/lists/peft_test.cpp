#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

TEST(Peft, MakesTheScheduleOf122OfItsPaper) {
  const Runs made = runs("PEFT", test::k_peft_paper);
  EXPECT_EQ(made[9].finish, 122);
}

TEST(Peft, LooksAheadWhereTheChildIsQuick) {
  // Task 0 takes 3 or 4 s, task 1 then 20 or 1 s; 10 bytes between them. OCT(0, host 0) = min(20, 1 + 10) = 11,
  // OCT(0, host 1) = min(1, 20 + 10) = 1. So host 1 for task 0: 4 + 1 is less than 3 + 11.
  const test::HostExample ahead{{{3, 4}, {20, 1}}, {{0, 1, 10}}};
  EXPECT_EQ(runs("PEFT", ahead), (Runs{{1, 0, 4}, {1, 4, 5}}));
  // HEFT takes host 0, and the data arrive at 13.
  EXPECT_EQ(runs("HEFT", ahead), (Runs{{0, 0, 3}, {1, 13, 14}}));
}

}  // namespace
}  // namespace palio
