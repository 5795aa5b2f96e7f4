#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/error.h"
#include "strategies/bags/bag_policy.h"
#include "strategies/bags/greedy_policy.h"
#include "strategies/registry.h"
#include "tests/support/bag_builders.h"
#include "tests/support/closed_bag_engine.h"

namespace palio {
namespace {

using RunsByName = std::map<std::string, std::vector<std::string>>;

// Worker 0 of 2 flop/s behind 2 byte/s, worker 1 of 1 flop/s behind 1 byte/s. All tasks have 2 bytes: sends take 1 s to
// worker 0 and 2 s to worker 1.
const Star k_greedy_star = test::star({{2, 2}, {1, 1}});

// Each task in the order of sends: "application>worker send-received start-finish".
std::vector<std::string> run(const std::string& name, const BagBatch& batch) {
  const auto policy = method_if<BagMethod>(strategy(name))->policy(k_greedy_star, batch, {});
  std::vector<std::string> lines;
  for (const BagTask& task : test::run_bags(k_greedy_star, batch, *policy).tasks)
    lines.push_back(fmt::format("{}>{} {}-{} {}-{}", task.application, task.worker, task.send_start, task.send_finish,
                                task.start, task.finish));
  return lines;
}

// Application 0: six tasks of 4 flop (2 or 4 s); application 1, released at 2.5 s: two of 8.25 flop (4.125 or 8.25 s).
// Alone, both are bound by the 3 flop/s of the workers: MS* = 24 / 3 = 8 and 16.5 / 3 = 5.5 s.
const BagBatch k_late{{test::bag(6, 4, 2), test::bag(2, 8.25, 2, 2.5)}};

// FIFO ignores what comes, SPT keeps what it began. SRPT: at 2.5 s three or four tasks of 0 are unsent, 4 or 5.33 s of
// work, less than 5.5: 0 goes on. All three send 0 six times, then 1 twice.
//   RR   workers in turn, and the port never rests; worker 1 falls behind
//   MCT  from 0 s, to worker 0 or 1: 3 or 6 s; at 1: 5 or 7; at 2: 7 or 8; at 3: 9 or 9, the lower index; at 4: 11 or
//        10; at 6: 11 or 14; application 1 at 7: 15.125 or 18.25; at 8: 19.25 or 18.25
//   DD   worker 0 asks at 0, 3, 6, 9 and 12 s, worker 1 at 0, 7 and 13 s
const RunsByName k_one_by_one{
    {"RR",
     {"0>0 0-1 1-3", "0>1 1-3 3-7", "0>0 3-4 4-6", "0>1 4-6 7-11", "0>0 6-7 7-9", "0>1 7-9 11-15", "1>0 9-10 10-14.125",
      "1>1 10-12 15-23.25"}},
    {"MCT",
     {"0>0 0-1 1-3", "0>0 1-2 3-5", "0>0 2-3 5-7", "0>0 3-4 7-9", "0>1 4-6 6-10", "0>0 6-7 9-11", "1>0 7-8 11-15.125",
      "1>1 8-10 10-18.25"}},
    {"DD",
     {"0>0 0-1 1-3", "0>1 1-3 3-7", "0>0 3-4 4-6", "0>0 6-7 7-9", "0>1 7-9 9-13", "0>0 9-10 10-12",
      "1>0 12-13 13-17.125", "1>1 13-15 15-23.25"}},
};

// SWRPT at 2.5 s: 4 x 8 or 5.33 x 8 is more than 5.5 x 5.5 = 30.25, so that both tasks of 1 are next.
//   MCT  at 3 s, application 1: 11.125 or 13.25; at 4: 15.25 or 14.25; then application 0, at 6: 13.125 or 18.25; at 7:
//        15.125 or 18.25; at 8: 17.125 or 18.25
//   DD   worker 0 asks at 0, 3, 8.125 (the port is free at 9), 12, 15 and 18 s, worker 1 at 0, 7 and 17.25 s
const RunsByName k_overtaken{
    {"RR",
     {"0>0 0-1 1-3", "0>1 1-3 3-7", "1>0 3-4 4-8.125", "1>1 4-6 7-15.25", "0>0 6-7 8.125-10.125", "0>1 7-9 15.25-19.25",
      "0>0 9-10 10.125-12.125", "0>1 10-12 19.25-23.25"}},
    {"MCT",
     {"0>0 0-1 1-3", "0>0 1-2 3-5", "0>0 2-3 5-7", "1>0 3-4 7-11.125", "1>1 4-6 6-14.25", "0>0 6-7 11.125-13.125",
      "0>0 7-8 13.125-15.125", "0>0 8-9 15.125-17.125"}},
    {"DD",
     {"0>0 0-1 1-3", "0>1 1-3 3-7", "1>0 3-4 4-8.125", "1>1 7-9 9-17.25", "0>0 9-10 10-12", "0>0 12-13 13-15",
      "0>0 15-16 16-18", "0>1 17.25-19.25 19.25-23.25"}},
};

TEST(GreedyPolicy, CarriesOutAnExampleWhereOneApplicationComesLate) {
  for (const char* rule : {"RR", "MCT", "DD"}) {
    for (const char* order : {"FIFO", "SPT", "SRPT"})
      EXPECT_EQ(run(fmt::format("{}-{}", order, rule), k_late), k_one_by_one.at(rule)) << order << '-' << rule;
    EXPECT_EQ(run(fmt::format("SWRPT-{}", rule), k_late), k_overtaken.at(rule)) << "SWRPT-" << rule;
  }
}

// Application 0: three tasks of 4 flop (2 or 4 s), MS* = 12 / 3 = 4 s; application 1: two of 2 flop (1 or 2 s), bound
// by the port, one task per second: MS* = 2 s. Both at 0 s.
const BagBatch k_together{{test::bag(3, 4, 2), test::bag(2, 2, 2)}};

// In the order of their indices.
//   MCT  at 0 s: 3 or 6; at 1: 5 or 7; at 2: 7 or 8; application 1 at 3: 8 or 7; at 5: 8 or 9
//   DD   worker 0 asks at 0, 3 and 6 s, worker 1 at 0 and 7 s
const RunsByName k_by_index{
    {"RR", {"0>0 0-1 1-3", "0>1 1-3 3-7", "0>0 3-4 4-6", "1>1 4-6 7-9", "1>0 6-7 7-8"}},
    {"MCT", {"0>0 0-1 1-3", "0>0 1-2 3-5", "0>0 2-3 5-7", "1>1 3-5 5-7", "1>0 5-6 7-8"}},
    {"DD", {"0>0 0-1 1-3", "0>1 1-3 3-7", "0>0 3-4 4-6", "1>0 6-7 7-8", "1>1 7-9 9-11"}},
};

// The shorter application first.
//   MCT  at 0 s, application 1: 2 or 4; at 1: 3 or 5; application 0 at 2: 5 or 8; at 3: 7 or 9; at 4: 9 or 10
//   DD   worker 0 asks at 0, 2 (the port is free at 3) and 6 s (at 7), worker 1 at 0 and 5 s
const RunsByName k_shorter_first{
    {"RR", {"1>0 0-1 1-2", "1>1 1-3 3-5", "0>0 3-4 4-6", "0>1 4-6 6-10", "0>0 6-7 7-9"}},
    {"MCT", {"1>0 0-1 1-2", "1>0 1-2 2-3", "0>0 2-3 3-5", "0>0 3-4 5-7", "0>0 4-5 7-9"}},
    {"DD", {"1>0 0-1 1-2", "1>1 1-3 3-5", "0>0 3-4 4-6", "0>1 5-7 7-11", "0>0 7-8 8-10"}},
};

TEST(GreedyPolicy, CarriesOutAnExampleWhereBothApplicationsAreThere) {
  for (const char* rule : {"RR", "MCT", "DD"}) {
    EXPECT_EQ(run(fmt::format("FIFO-{}", rule), k_together), k_by_index.at(rule)) << "FIFO-" << rule;
    for (const char* order : {"SPT", "SRPT", "SWRPT"})
      EXPECT_EQ(run(fmt::format("{}-{}", order, rule), k_together), k_shorter_first.at(rule)) << order << '-' << rule;
  }
}

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

// Application 0 was begun alone and is kept in spite of new ones; then the shortest, although it came last.
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

// Two identical workers, and 10 s of latency to the first.
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
