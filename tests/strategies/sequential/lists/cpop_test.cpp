#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

TEST(Cpop, MakesTheScheduleOf86OfItsPaper) {
  // Figure 3(b): the critical path 1, 2, 9, 10 on the second host, which takes 54 s for it (66 and 63 on the others).
  const Runs made = runs("CPOP", test::k_heft_paper);
  for (const std::size_t critical : {0U, 1U, 8U, 9U}) EXPECT_EQ(made[critical].host, 1) << critical;
  EXPECT_EQ(made[0], (test::Run{1, 0, 16}));
  EXPECT_EQ(made[1], (test::Run{1, 16, 35}));
  EXPECT_EQ(made[9], (test::Run{1, 79, 86}));
}

TEST(Cpop, KeepsACriticalPathOnOneHost) {
  // Downward ranks 0, 4.5, 4.5, 4.5 + 4 + 2: priorities 12.5, 12, 12.5, 12.5. Tasks 0, 2, 3 take 7 s on host 0, 10 on
  // host 1. Task 0 till 2, task 2 till 5; task 1 would end there at 9, on host 1 it does at 4 + 3. Task 3 waits for its
  // data till 9.
  EXPECT_EQ(runs("CPOP", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {0, 9, 11}}));
}

TEST(Cpop, OfSeveralEntriesTakesTheLongestWay) {
  // Entries 0 and 1 of 2 and 4 s before task 2 of 3 s, all without data, on hosts of the same speed: 1 and 2 are
  // critical. Host 0 takes them, host 1 task 0.
  const test::HostExample example{{{2, 2}, {4, 4}, {3, 3}}, {{0, 2, 0}, {1, 2, 0}}};
  EXPECT_EQ(runs("CPOP", example), (Runs{{1, 0, 2}, {0, 0, 4}, {0, 4, 7}}));
}

}  // namespace
}  // namespace palio
