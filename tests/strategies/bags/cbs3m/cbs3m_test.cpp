#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "strategies/bags/bag_schedule.h"
#include "strategies/bags/cbs3m/cbs3m.h"
#include "strategies/bags/cbs3m/stretch_search.h"
#include "strategies/bags/dedicated_rate.h"
#include "tests/strategies/bags/random_bags.h"
#include "tests/support/bag_builders.h"
#include "tests/support/closed_bag_engine.h"

namespace palio {
namespace {

TEST(Cbs3m, AnApplicationAloneKeepsThePortBusy) {
  // One worker of 0.5 flop/s, a message takes 1 s, a task 2 s: sent at 0, 1, 2, computed from 1, 3, 5 on.
  const Star star = test::star({{0.5, 1}});
  const BagBatch batch{{test::bag(3, 1, 1)}};
  for (const Foresight foresight : {Foresight::online, Foresight::offline}) {
    Cbs3m policy(star, batch, foresight, HeldOrder::edf);
    const BagSchedule run = test::run_bags(star, batch, policy);
    ASSERT_EQ(run.tasks.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_DOUBLE_EQ(run.tasks[i].send_start, static_cast<double>(i));
      EXPECT_DOUBLE_EQ(run.tasks[i].start, 1 + 2 * static_cast<double>(i));
    }
    EXPECT_EQ(policy.planned_stretch(), 1);
    EXPECT_EQ(policy.lp_use().count, 2);
  }
}

TEST(Cbs3m, SendsInProportionToTheRates) {
  // Worker 0 computes twice as fast as worker 1 and links are fast: of 9 tasks it gets 6, in every three messages two.
  const Star star = test::star({{2, 1e6}, {1, 1e6}});
  const BagBatch batch{{test::bag(9, 1, 1)}};
  Cbs3m policy(star, batch, Foresight::online, HeldOrder::fifo);
  const BagSchedule run = test::run_bags(star, batch, policy);
  for (std::size_t i = 0; i < 9; i += 3)
    EXPECT_EQ(run.tasks[i].worker + run.tasks[i + 1].worker + run.tasks[i + 2].worker, 1) << i;
}

// 10 tasks of 1 s are with the only worker when, at 1.5 s, an application of one such task comes.
const BagTask& latecomer(HeldOrder order, BagSchedule& run) {
  const Star star = test::star({{1, 1e6}});
  const BagBatch batch{{test::bag(10, 1, 1), test::bag(1, 1, 1, 1.5)}};
  Cbs3m policy(star, batch, Foresight::online, order);
  run = test::run_bags(star, batch, policy);
  return *std::ranges::find(run.tasks, 1, &BagTask::application);
}

TEST(Cbs3m, WorkersTakeTheEarliestDeadlineOrTheFirstReceived) {
  // Everything is done at 11 s: S = 1.1, deadlines 11 s and 2.6 s, so the latecomer is next, after 2 s. First come,
  // first served it is last, after 10 s.
  BagSchedule run;
  EXPECT_NEAR(latecomer(HeldOrder::edf, run).start, 2, 1e-4);
  EXPECT_NEAR(latecomer(HeldOrder::fifo, run).start, 10, 1e-4);
}

// The stretch of an application of one task of 1 flop at 1.5 s, after one of so many tasks, 100 flop together, at 0, on
// a worker of 1 flop/s; messages take no time.
double stretch_behind(int tasks) {
  const Star star = test::star({{1, 1e9}});
  const BagBatch batch{{test::bag(tasks, 100.0 / tasks, 1), test::bag(1, 1, 1, 1.5)}};
  Cbs3m policy(star, batch, Foresight::online, HeldOrder::edf);
  const BagSchedule run = test::run_bags(star, batch, policy);
  EXPECT_NEAR(policy.planned_stretch(), 1.01, 2e-3);
  return std::ranges::find(run.tasks, 1, &BagTask::application)->finish - 1.5;
}

TEST(Cbs3m, PlansInterruptTasksWhichWorkersCannot) {
  // All is done at 101 s: in the plan the small application comes at once, and the other one's stretch is 1.01. In fact
  // it waits for the task that runs: until 100 s, or until 2 s if that takes 1 s.
  EXPECT_NEAR(stretch_behind(1), 99.5, 1e-4);
  EXPECT_NEAR(stretch_behind(100), 1.5, 1e-4);
}

TEST(Cbs3m, PlansAtEachDateOfRelease) {
  // Twins at 0 are planned together: S = 2. Nothing new has come by the second message.
  const Star star = test::star({{1, 1e6}});
  const BagBatch batch{{test::bag(4, 1, 1), test::bag(4, 1, 1)}};
  Cbs3m policy(star, batch, Foresight::online, HeldOrder::edf);
  policy.released(0, 0);
  policy.released(1, 0);
  EXPECT_EQ(policy.lp_use().count, 0);
  EXPECT_TRUE(policy.next_send(0));
  EXPECT_NEAR(policy.planned_stretch(), 2, 2e-3);
  const int solved = policy.lp_use().count;
  EXPECT_TRUE(policy.next_send(1));
  EXPECT_EQ(policy.lp_use().count, solved);
  EXPECT_GT(policy.lp_use().time, 0);
}

TEST(Cbs3m, AReleaseIsPlannedAtItsDateThoughThePortIsBusy) {
  // 1 flop/s; a message takes 1 s. Application 0 has 4 tasks of 1 flop, 4 s alone. At 0.5 s, its first task on the way,
  // a twin comes: 4 + 4 flop are done at 8.5 s, with deadlines 4 S and 0.5 + 4 S: S = 2. Planned at 1 s it would be
  // 9 s: S = 2.125.
  const Star star = test::star({{1, 1}});
  const BagBatch batch{{test::bag(4, 1, 1), test::bag(4, 1, 1, 0.5)}};
  Cbs3m policy(star, batch, Foresight::online, HeldOrder::edf);
  policy.released(0, 0);
  EXPECT_TRUE(policy.next_send(0));
  const int solved = policy.lp_use().count;
  policy.released(1, 0.5);
  EXPECT_EQ(policy.lp_use().count, solved);
  policy.received({0, 0}, 1);
  EXPECT_GT(policy.lp_use().count, solved);
  EXPECT_GE(policy.planned_stretch(), 2);
  EXPECT_LE(policy.planned_stretch(), 2 * (1 + 1e-3));
}

TEST(Cbs3m, OfflineWaitsForTheReleaseItPlannedFor) {
  const Star star = test::star({{1, 1}});
  const BagBatch batch{{test::bag(1, 1, 1), test::bag(1, 1, 1, 50)}};
  Cbs3m policy(star, batch, Foresight::offline, HeldOrder::fifo);
  EXPECT_GT(policy.lp_use().count, 0);
  policy.released(0, 0);
  EXPECT_EQ(policy.next_send(0)->application, 0);
  policy.received({0, 0}, 1);
  EXPECT_FALSE(policy.next_send(1));
  policy.released(1, 50);
  EXPECT_EQ(policy.next_send(50)->application, 1);
}

double largest_stretch(const Star& star, const BagBatch& batch, const BagSchedule& run) {
  double largest = 0;
  for (const BagTask& task : run.tasks) {
    const BagOfTasks& bag = batch.applications[task.application];
    largest = std::max(largest, (task.finish - bag.release_date) / dedicated_makespan(star, bag));
  }
  return largest;
}

TEST(Cbs3m, RunsAreValidAndNeverBetterThanTheOptimum) {
  RandomStream random(2008);
  for (int i = 0; i < 150; ++i) {
    const FluidGoal goal = i % 2 == 0 ? FluidGoal::early : FluidGoal::least_buffered;
    const Star star = test::small_star(random, 4);
    const BagBatch batch = test::small_bags(random, 5);
    const double optimum = offline_optimum(star, batch);
    for (const Foresight foresight : {Foresight::online, Foresight::offline})
      for (const HeldOrder order : {HeldOrder::edf, HeldOrder::fifo}) {
        Cbs3m policy(star, batch, foresight, order, goal);
        const BagSchedule run = test::run_bags(star, batch, policy);
        ASSERT_EQ(find_bag_violation(star, batch, run).value_or("valid"), "valid") << "instance " << i;
        ASSERT_GE(largest_stretch(star, batch, run), optimum * (1 - 1e-5)) << "instance " << i;
        if (foresight == Foresight::online) continue;
        ASSERT_GE(policy.planned_stretch(), optimum * (1 - 1e-5)) << "instance " << i;
        ASSERT_LE(policy.planned_stretch(), optimum * (1 + 1e-3) + 1e-5) << "instance " << i;
      }
  }
}

bool same_in_time(const BagTask& a, const BagTask& b) {
  return a.application == b.application && a.worker == b.worker && a.send_start == b.send_start;
}

// The sends before a date.
std::vector<BagTask> sends(const Star& star, const BagBatch& batch, Foresight foresight, double until) {
  Cbs3m policy(star, batch, foresight, HeldOrder::edf);
  std::vector<BagTask> found;
  for (const BagTask& task : test::run_bags(star, batch, policy).tasks)
    if (task.send_start < until) found.push_back(task);
  return found;
}

TEST(Cbs3m, OnlineDependsOnNothingThatIsStillToCome) {
  RandomStream random(2009);
  int offline_differs = 0;
  for (int i = 0; i < 60; ++i) {
    const Star star = test::small_star(random, 4);
    BagBatch batch = test::small_bags(random, 5);
    batch.applications.push_back({"", 5, 10, 10, batch.applications.back().release_date + 15});
    BagBatch changed = batch;
    changed.applications.back() = {"", 60, 1, 1, batch.applications.back().release_date + 5};
    const double until = batch.applications.back().release_date;
    const auto unchanged = [&](Foresight foresight) {
      return std::ranges::equal(sends(star, batch, foresight, until), sends(star, changed, foresight, until),
                                same_in_time);
    };
    ASSERT_TRUE(unchanged(Foresight::online)) << "instance " << i;
    offline_differs += unchanged(Foresight::offline) ? 0 : 1;
  }
  EXPECT_GT(offline_differs, 0);
}

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
