#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

TEST(Hbmct, MovesATaskFromTheHostThatEndsLast) {
  // Ranks 6.25 and 6. By completion: task 0 on host 0 till 6; task 1 till 9 on either, so on host 0. Task 0 on host 1
  // instead ends at 6.5, and task 1 at 3; task 1 there would end at 9.
  EXPECT_EQ(runs("HBMCT", test::HostExample{{{6, 6.5}, {3, 9}}}), (Runs{{1, 0, 6.5}, {0, 0, 3}}));
}

TEST(Hbmct, StopsWhereNoMoveEndsEarlier) {
  // By ranks 6.5, 5.5, 5, 2.5: task 3 on host 0 till 6, task 1 on host 1 till 8, task 0 on host 0 till 10, task 2 on
  // host 1 till 10. No move from host 0 lets host 1 end before 10.
  EXPECT_EQ(runs("HBMCT", test::k_independent), (Runs{{0, 6, 10}, {1, 0, 8}, {1, 8, 10}, {0, 0, 6}}));
}

TEST(Hbmct, GroupsFollowEachOther) {
  // Groups {0}, {2, 1}, {3}. Task 0 till 2; task 2 on host 0 till 5 (9 on host 1); task 1 on host 1 till 7 (9 on host
  // 0), and moved to host 0 it would end at 9; task 3 on host 1 till 9 (11 on host 0).
  EXPECT_EQ(runs("HBMCT", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Hbmct, LosesNoTaskOnThreeHosts) {
  // Six tasks of 1 s on three hosts: two each.
  const Runs made = runs("HBMCT", test::HostExample{std::vector<std::vector<double>>(6, {1, 1, 1})});
  EXPECT_EQ(made, (Runs{{0, 0, 1}, {1, 0, 1}, {2, 0, 1}, {0, 1, 2}, {1, 1, 2}, {2, 1, 2}}));
}

}  // namespace
}  // namespace palio
