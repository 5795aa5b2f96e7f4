#include "strategies/bags/greedy_policy.h"

#include <gtest/gtest.h>

#include "tests/support/bag_builders.h"

namespace palio {
namespace {

// Worker 0 of 1 flop/s behind 4 byte/s, worker 1 of 4 flop/s behind 1 byte/s.
const Star k_workers_star = test::star({{1, 4}, {4, 1}});
const BagOfTasks k_compute = test::bag(9, 8, 4);  // sent in 1 or 4 s, computed in 8 or 2 s
const BagOfTasks k_data = test::bag(9, 4, 8);     // sent in 2 or 8 s, computed in 4 or 1 s

TEST(WorkerChoice, RoundRobinGoesThroughTheWorkersWhateverTheyHold) {
  WorkerChoice choice(WorkerRule::round_robin, k_workers_star);
  for (const int expected : {0, 1, 0, 1, 0}) EXPECT_EQ(choice.choose(k_compute, 0), expected);
}

// At 0: 1 + 8 = 9 s or 4 + 2 = 6 s. At 4: 5 + 8 = 13 or max(8, 6) + 2 = 10 s. At 8: 9 + 8 = 17 or max(12, 10) + 2.
TEST(WorkerChoice, MinimumCompletionTimeAddsSendAndWaitAndWork) {
  WorkerChoice choice(WorkerRule::minimum_completion_time, k_workers_star);
  EXPECT_EQ(choice.choose(k_compute, 0), 1);
  EXPECT_EQ(choice.choose(k_compute, 4), 1);
  EXPECT_EQ(choice.choose(k_compute, 8), 1);
  // At 12: data to worker 0 is there at 14 and done at 18 s; to worker 1 at 20, done at 21 s.
  EXPECT_EQ(choice.choose(k_data, 12), 0);
  // At 14: worker 0 is ready at 18, done at 22; worker 1 gets it at 22 and is done at 23 s.
  EXPECT_EQ(choice.choose(k_data, 14), 0);
  // At 16: worker 0 is ready at 22, done at 26; worker 1 gets it at 24 and is done at 25 s.
  EXPECT_EQ(choice.choose(k_data, 16), 1);
}

// Two workers alike, and 10 s of latency to the first.
TEST(WorkerChoice, MinimumCompletionTimeSeesLatencies) {
  Star star = test::star({{1, 1}, {1, 1}});
  star.workers[0].link.latency = 10;
  WorkerChoice choice(WorkerRule::minimum_completion_time, star);
  EXPECT_EQ(choice.choose(test::bag(1, 1, 1), 0), 1);
}

// A master of 1 byte/s makes both links as slow: 8 + 4 = 12 s against 8 + 1 = 9 s; by the links alone 2 + 4 = 6 s would
// win.
TEST(WorkerChoice, MinimumCompletionTimeSeesTheMastersBandwidth) {
  Star star = k_workers_star;
  star.master_bandwidth = 1;
  WorkerChoice choice(WorkerRule::minimum_completion_time, star);
  EXPECT_EQ(choice.choose(k_data, 0), 1);
}

TEST(WorkerChoice, MinimumCompletionTimeTiesGoToTheLowerIndex) {
  const Star star = test::star({{1, 1}, {1, 1}, {1, 1}});
  WorkerChoice choice(WorkerRule::minimum_completion_time, star);
  for (const int expected : {0, 1, 2}) EXPECT_EQ(choice.choose(test::bag(9, 1, 1), 0), expected);
}

TEST(WorkerChoice, DemandDrivenServesEachRequestOnceInOrder) {
  WorkerChoice choice(WorkerRule::demand_driven, k_workers_star);
  EXPECT_EQ(choice.choose(k_compute, 0), 0);
  EXPECT_EQ(choice.choose(k_compute, 1), 1);
  EXPECT_EQ(choice.choose(k_compute, 5), std::nullopt);
  choice.finished(1);
  choice.finished(0);
  EXPECT_EQ(choice.choose(k_compute, 9), 1);
  EXPECT_EQ(choice.choose(k_compute, 9), 0);
  EXPECT_EQ(choice.choose(k_compute, 9), std::nullopt);
}

}  // namespace
}  // namespace palio
