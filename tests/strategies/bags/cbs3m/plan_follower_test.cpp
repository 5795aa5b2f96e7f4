#include "strategies/bags/cbs3m/cbs3m.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace palio {
namespace {

using testing::ElementsAre;

bool any(const Send&) { return true; }

// Two applications, one worker; 10 s each: 5 and 2 tasks, then 0 and 3.
FluidPlan plan_of_two_applications() { return {1, {0, 10, 20}, {10, 20}, 1, {5, 2, 0, 3}, {5, 2, 0, 3}}; }

TEST(PlanFollower, SendsWhatIsMostBehindItsRate) {
  // Application 0 is due at 2, 4, 6, 8, 10 and application 1 at 5, 10; then application 1 at 13.3, 16.7, 20.
  PlanFollower follower(plan_of_two_applications());
  std::vector<int> order;
  while (const auto send = follower.next(0, any)) {
    order.push_back(send->application);
    follower.sent(*send);
  }
  EXPECT_THAT(order, ElementsAre(0, 0, 1, 0, 0, 0, 1, 1, 1, 1));
}

TEST(PlanFollower, WhatIsLateComesFirst) {
  // At 12 s application 0, 3 of 5 tasks sent, was due at 8 s; application 1, none of 5 sent, is due at
  // 10 + (1 - 2) / 3 * 10 = 6.7 s. After two of those the next is due at 13.3 s.
  PlanFollower follower(plan_of_two_applications());
  for (int i = 0; i < 3; ++i) follower.sent({0, 0});
  EXPECT_EQ(follower.next(12, any)->application, 1);
  follower.sent({1, 0});
  follower.sent({1, 0});
  EXPECT_EQ(follower.next(12, any)->application, 0);
}

TEST(PlanFollower, OwedTasksAreSentAfterTheEnd) {
  PlanFollower follower(plan_of_two_applications());
  EXPECT_TRUE(follower.next(1000, any));
  const auto application_1 = [](const Send& send) { return send.application == 1; };
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(follower.next(1000, application_1)) << i;
    follower.sent({1, 0});
  }
  EXPECT_FALSE(follower.next(1000, application_1));
}

TEST(PlanFollower, PartsOfTasksAreWholeTasks) {
  // One application, 1.5 tasks to worker 0 and 0.5 to worker 1 in 10 s: due at 6.7, 13.3 and 20 s.
  PlanFollower follower({1, {0, 10}, {10}, 2, {1.5, 0.5}, {1.5, 0.5}});
  std::vector<int> workers;
  while (const auto send = follower.next(0, any)) {
    workers.push_back(send->worker);
    follower.sent(*send);
  }
  EXPECT_THAT(workers, ElementsAre(0, 0, 1));
}

}  // namespace
}  // namespace palio
