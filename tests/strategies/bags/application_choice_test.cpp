#include "strategies/bags/greedy_policy.h"

#include <gtest/gtest.h>

#include "tests/support/bag_builders.h"

namespace palio {
namespace {

// One worker of 1 flop/s behind a fast link: an application of n tasks of f flop takes MS* = n f seconds.
const Star k_choosing_star = test::star({{1, 1000}});

void send(ApplicationChoice& choice, int application, int tasks) {
  for (int i = 0; i < tasks; ++i) {
    ASSERT_EQ(choice.current(), application);
    choice.sent(application);
  }
}

// 10 tasks of 1 s, 2 of 2 s, 3 of 1 s: MS* of 10, 4 and 3 s.
const BagBatch k_three{{test::bag(10, 1, 1), test::bag(2, 2, 1), test::bag(3, 1, 1)}};

TEST(ApplicationChoice, HasNothingBeforeTheFirstReleaseAndAfterTheLastTask) {
  ApplicationChoice choice(ApplicationOrder::srpt, k_choosing_star, k_three);
  EXPECT_EQ(choice.current(), std::nullopt);
  choice.released(1);
  send(choice, 1, 2);
  EXPECT_EQ(choice.current(), std::nullopt);
}

TEST(ApplicationChoice, FifoFollowsTheReleases) {
  ApplicationChoice choice(ApplicationOrder::fifo, k_choosing_star, k_three);
  choice.released(0);
  choice.released(1);
  send(choice, 0, 9);
  choice.released(2);
  send(choice, 0, 1);
  send(choice, 1, 2);
  send(choice, 2, 3);
}

// Application 0 was begun alone and is kept, whoever comes; then the shortest, although it came last.
TEST(ApplicationChoice, SptKeepsWhatItBeganAndThenTakesTheShortest) {
  ApplicationChoice choice(ApplicationOrder::spt, k_choosing_star, k_three);
  choice.released(0);
  send(choice, 0, 1);
  choice.released(1);
  choice.released(2);
  send(choice, 0, 9);
  send(choice, 2, 3);
  send(choice, 1, 2);
}

TEST(ApplicationChoice, SptTakesTheShortestOfThoseReleasedTogether) {
  ApplicationChoice choice(ApplicationOrder::spt, k_choosing_star, k_three);
  choice.released(0);
  choice.released(1);
  send(choice, 1, 2);
  send(choice, 0, 10);
}

// 9 s of application 0 remain when 1 comes with 4 s: it overtakes. When 2 comes with 3 s, 2 s of it remain: it stays.
TEST(ApplicationChoice, SrptOvertakesByWhatRemains) {
  ApplicationChoice choice(ApplicationOrder::srpt, k_choosing_star, k_three);
  choice.released(0);
  send(choice, 0, 1);
  choice.released(1);
  send(choice, 1, 1);
  choice.released(2);
  send(choice, 1, 1);
  send(choice, 2, 3);
  send(choice, 0, 9);
}

// 3 s of 0 remain when 1 comes with 4 s: srpt stays. Times the whole, 3 x 10 against 4 x 4, swrpt does not.
TEST(ApplicationChoice, SwrptPrefersSmallApplicationsToTheEndsOfLargeOnes) {
  for (const ApplicationOrder order : {ApplicationOrder::srpt, ApplicationOrder::swrpt}) {
    ApplicationChoice choice(order, k_choosing_star, k_three);
    choice.released(0);
    send(choice, 0, 7);
    choice.released(1);
    EXPECT_EQ(choice.current(), order == ApplicationOrder::srpt ? 0 : 1);
  }
}

// With one task of 0 left, 1 x 10 against 16, swrpt stays too.
TEST(ApplicationChoice, SwrptKeepsAnEndThatIsSmallEnough) {
  ApplicationChoice choice(ApplicationOrder::swrpt, k_choosing_star, k_three);
  choice.released(0);
  send(choice, 0, 9);
  choice.released(1);
  send(choice, 0, 1);
  send(choice, 1, 2);
}

// 5 s of 0 remain when 1 comes with 4 s and overtakes. 1 s of it remains when 2 comes with 5 s, as much as what remains
// of 0, which came first.
TEST(ApplicationChoice, SrptSortsAnewAtEveryRelease) {
  const BagBatch batch{{test::bag(6, 1, 1), test::bag(4, 1, 1), test::bag(1, 5, 1)}};
  ApplicationChoice choice(ApplicationOrder::srpt, k_choosing_star, batch);
  choice.released(0);
  send(choice, 0, 1);
  choice.released(1);
  send(choice, 1, 3);
  choice.released(2);
  send(choice, 1, 1);
  send(choice, 0, 5);
  send(choice, 2, 1);
}

TEST(ApplicationChoice, TiesGoToTheEarlierRelease) {
  const BagBatch same{{test::bag(2, 1, 1), test::bag(2, 1, 1)}};
  for (const ApplicationOrder order :
       {ApplicationOrder::fifo, ApplicationOrder::spt, ApplicationOrder::srpt, ApplicationOrder::swrpt}) {
    ApplicationChoice choice(order, k_choosing_star, same);
    choice.released(0);
    choice.released(1);
    send(choice, 0, 2);
    send(choice, 1, 2);
  }
}

}  // namespace
}  // namespace palio
