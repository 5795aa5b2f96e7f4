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

// Tasks a, b, c of 3, 5, 3 s on average, each before the next and a before c too, nothing sent. The longest path is a,
// b, c; host 1 takes 4 + 1 + 4 s for it, host 0 13 s. c lies across the edge a, c, which is on no longest path.
const test::HostExample k_b_before_c{{{2, 4}, {9, 1}, {2, 4}}, {{0, 1, 0}, {0, 2, 0}, {1, 2, 0}}};
const test::HostExample k_c_before_b{{{2, 4}, {2, 4}, {9, 1}}, {{0, 1, 0}, {0, 2, 0}, {2, 1, 0}}};

TEST(Cpop, FollowsTheLongestPathHoweverTasksAreNumbered) {
  EXPECT_EQ(runs("CPOP", k_b_before_c), (Runs{{1, 0, 4}, {1, 4, 5}, {1, 5, 9}}));
  EXPECT_EQ(runs("CPOP", k_c_before_b), (Runs{{1, 0, 4}, {1, 5, 9}, {1, 4, 5}}));
}

TEST(Cpop, ByTheEarlierRuleTakesTheFirstChildOfEqualPriority) {
  // a and c alone take 4 s on host 0, 8 s on host 1; b ends at 3 on host 1.
  const Parameters earlier{{"critical_path", "first-child"}};
  EXPECT_EQ(runs("CPOP", k_b_before_c, earlier), (Runs{{1, 0, 4}, {1, 4, 5}, {1, 5, 9}}));
  EXPECT_EQ(runs("CPOP", k_c_before_b, earlier), (Runs{{0, 0, 2}, {0, 3, 5}, {1, 2, 3}}));
}

TEST(Cpop, OfLongestPathsTakesTheOneOfTheSmallerTask) {
  // 1 and 2 of 3 s each between 0 and 3: 1 is critical. Host 0 takes 0, 1, 3, all hosts being alike, and 2 goes to host
  // 1 from 1 to 4, since nothing is sent.
  const test::HostExample twins{{{1, 1}, {3, 3}, {3, 3}, {1, 1}}, {{0, 2, 0}, {0, 1, 0}, {1, 3, 0}, {2, 3, 0}}};
  EXPECT_EQ(runs("CPOP", twins), (Runs{{0, 0, 1}, {0, 1, 4}, {1, 1, 4}, {0, 4, 5}}));
}

}  // namespace
}  // namespace palio
