#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/strategies/sequential/examples.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

TEST(Etf, TakesTheEarliestStartThenTheLargestLevel) {
  // Task 0 starts at 0 on either host, however long it takes. Tasks 1 and 2 can start at 2 on host 0: 2, of level 6.
  // Task 1 then at 5, or at 4 on host 1. Task 3 at 9 or 7.
  EXPECT_EQ(runs("ETF", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
  EXPECT_EQ(runs("ETF", test::HostExample{{{10, 1}}}), (Runs{{0, 0, 10}}));
}

TEST(Dls, TakesTheLargestDynamicLevel) {
  // Levels as ETF's; task 0: 8.5 + 0.5 on host 0. Task 1: 5.5 - 2 - 0.5 = 3 or 5.5 - 4 + 0.5 = 2; task 2: 6 - 2 + 1 = 5
  // or 6 - 4 - 1 = 1: task 2 on host 0 till 5. Task 1: 5.5 - 5 - 0.5 or 2. Task 3 at 9 or 7.
  EXPECT_EQ(runs("DLS", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
  // A host that is quicker by 9 s than the other one: 5.5 + 4.5 against 5.5 - 4.5.
  EXPECT_EQ(runs("DLS", test::HostExample{{{10, 1}}}), (Runs{{1, 0, 1}}));
}

TEST(Dls, GoesByMedianTimes) {
  // Medians 1 and 2: task 1 first, on host 0, then task 0 on host 1. By means, 4 and 2, it would be task 0.
  EXPECT_EQ(runs("DLS", test::HostExample{{{1, 1, 10}, {2, 2, 2}}}), (Runs{{1, 0, 1}, {0, 0, 2}}));
}

TEST(Flb, TakesTheEarlierOfTwoHostsForEachTask) {
  // Task 0 on host 0, the first of the free ones. Tasks 1 and 2 at 2 there, whence their data come, or at 4 on host 1,
  // which is free first: task 2, of rank 8. Task 1 at 5 or 4. The last message for task 3 comes from host 1: at 7
  // there, at 9 on host 0.
  EXPECT_EQ(runs("FLB", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Flb, SeesNoOtherHost) {
  // Tasks 0 to 2 on hosts 0 to 2 till 1, 2, 3. Task 3 gets 1 byte of each: the last message comes from host 2 (3 + 1),
  // host 0 is free first; there it has its data at 4, on host 2 at 3. Host 1 could start it at 4, too, and end it
  // first.
  const test::HostExample example{{{1, 9, 9}, {2, 2, 9}, {3, 3, 3}, {5, 1, 5}}, {{0, 3, 1}, {1, 3, 1}, {2, 3, 1}}};
  const Runs made = runs("FLB", example);
  EXPECT_EQ(made[3].host, 2);
}

// Least finishes 4, 3, 2, 6: task 2 on host 1. Then 4, 3, -, 6: task 1 on host 0. Then 7, -, -, 9: task 0 on host 0.
// Task 3 then ends at 13 or 9.
TEST(MinMin, TakesTheLeastOfTheLeastFinishes) {
  EXPECT_EQ(runs("MinMin", test::k_independent), (Runs{{0, 3, 7}, {0, 0, 3}, {1, 0, 2}, {1, 2, 9}}));
}

// Task 3 on host 0 till 6. Then 6, 8, 2 on host 1: task 1 there. Then 10 on host 0 and 9: task 0. Task 2 then ends at
// 13 or 10.
TEST(MaxMin, TakesTheGreatestOfTheLeastFinishes) {
  EXPECT_EQ(runs("MaxMin", test::k_independent), (Runs{{0, 6, 10}, {1, 0, 8}, {1, 8, 10}, {0, 0, 6}}));
}

TEST(Duplex, TakesTheBetterOne) {
  EXPECT_EQ(runs("Duplex", test::k_independent), runs("MinMin", test::k_independent));  // 9 against 10
  // MinMin: 1 s on each host, then 2 s: 3. MaxMin: 2 s beside 1 + 1 s.
  EXPECT_EQ(runs("Duplex", test::HostExample{{{1, 1}, {1, 1}, {2, 2}}}), (Runs{{1, 0, 1}, {1, 1, 2}, {0, 0, 2}}));
}

// The second host is worse by 2, 5, 1, 1: task 1 on host 0. Then tasks 0, 2, 3 end at 7 or 6, 6 or 2, 9 or 7: task 2 on
// host 1. Then 7 or 8, 9 or 9: task 0. Task 3: 13 or 9.
TEST(Sufferage, TakesTheTaskThatWouldLoseMost) {
  EXPECT_EQ(runs("Sufferage", test::k_independent), (Runs{{0, 3, 7}, {0, 0, 3}, {1, 0, 2}, {1, 2, 9}}));
}

TEST(Sufferage, OnOneHostGoesByNumber) {
  EXPECT_EQ(runs("Sufferage", test::HostExample{{{5}, {1}, {3}}}), (Runs{{0, 0, 5}, {0, 5, 6}, {0, 6, 9}}));
}

TEST(ReadySet, IsEmptiedBeforeItIsFormedAgainUnlessToldOtherwise) {
  // One host; task 2 of 1 s comes after task 0 of 1 s, task 1 takes 10 s.
  const test::HostExample example{{{1}, {10}, {1}}, {{0, 2, 0}}};
  EXPECT_EQ(runs("MinMin", example), (Runs{{0, 0, 1}, {0, 1, 11}, {0, 11, 12}}));
  EXPECT_EQ(runs("MinMin", example, {{"ready", "each"}}), (Runs{{0, 0, 1}, {0, 2, 12}, {0, 1, 2}}));
}

TEST(Fcp, TasksBeyondTheNumberOfHostsWaitInAQueue) {
  // Ranks 1, 2, 9; two hosts: tasks 0 and 1 are in the list, so 1 goes first, on host 0. Then task 2 is in the list and
  // goes to host 1, which is free; task 0 to host 0, free at 2.
  EXPECT_EQ(runs("FCP", test::HostExample{{{1, 1}, {2, 2}, {9, 9}}}), (Runs{{0, 2, 3}, {0, 0, 2}, {1, 0, 9}}));
}

TEST(Fcp, LooksAtTheFirstFreeHostAndTheOneOfTheLastMessage) {
  // Task 0 on host 0, the first of two that are free. Task 2: 4 + 5 on host 1, which is free, 2 + 3 on host 0, whence
  // its data come. Task 1: 4 + 3 or 5 + 4. The last message for task 3 comes from host 1 (7 + 2): 7 + 2 there, 9 + 2 on
  // host 0, which is free first.
  EXPECT_EQ(runs("FCP", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Fcp, SeesNoOtherHost) {
  // Both are free; host 1, which would be ten times as quick, is not looked at.
  EXPECT_EQ(runs("FCP", test::HostExample{{{10, 1}}}), (Runs{{0, 0, 10}}));
}

TEST(Bil, MayLeaveOutWhenDataArrive) {
  // BIL: task 3 has 2, 2; task 1 has 6, 5; task 2 has 5, 7; task 0 on host 0 2 + max(min(6, 5 + 2), min(5, 7 + 2)) = 8,
  // on host 1 3 + max(min(5, 6 + 2), min(7, 5 + 2)) = 10. Task 0 on host 0 till 2. Two ready tasks: the second least
  // makespans are 8 of {2 + 6, 5} and 7 of {2 + 5, 7}: task 1, on host 1, where its data are at 4. Task 2 has 7 and
  // 7 + 7. Task 3 has 5 + 2 and 7 + 2: on host 0, although its data are there at 9 only.
  EXPECT_EQ(runs("BIL", test::k_diamond, {{"earliest", "available"}}),
            (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {0, 9, 11}}));
}

TEST(Bil, GoesByTheBestImaginaryMakespan) {
  // Levels as above. Tasks 1 and 2 can start at 2 on host 0, at 4 on host 1: makespans 8, 9 and 7, 11. Task 2 on host 0
  // till 5. Task 1 then has 5 + 6 or 4 + 5. Task 3 has 9 + 2 or 7 + 2.
  EXPECT_EQ(runs("BIL", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Bil, WithMoreReadyTasksThanHostsQuickHostsCountMore) {
  // BIL of task 0 with its child (1 or 6 s, 100 bytes away): 4 + 1 and 1 + 6. Among six ready tasks on two hosts it is
  // first and takes 5 + 2 x 4 on host 0, 7 + 2 x 1 on host 1.
  const test::HostExample many{{{4, 1}, {1, 6}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}, {{0, 1, 100}}};
  EXPECT_EQ(runs("BIL", many)[0], (test::Run{1, 0, 1}));
  // Alone it goes to host 0.
  EXPECT_EQ(runs("BIL", test::HostExample{{{4, 1}, {1, 6}}, {{0, 1, 100}}}), (Runs{{0, 0, 4}, {0, 4, 5}}));
}

// The theorem of the paper. With hosts' availability alone this is not so: of two hosts that a task of 1 s is alike on,
// the other one seems to be free while the data would take 100 s to it.
TEST(Bil, IsOptimalForLinearGraphs) {
  const test::HostExample two{{{1, 1.5}, {1, 1}}, {{0, 1, 100}}};
  EXPECT_EQ(runs("BIL", two), (Runs{{0, 0, 1}, {0, 1, 2}}));
  EXPECT_EQ(runs("BIL", two, {{"earliest", "available"}}), (Runs{{0, 0, 1}, {1, 101, 102}}));
  RandomStream random(1996);
  for (int i = 0; i < 300; ++i) {
    auto [platform, workload] = test::drawn_example(random, 7, 4);
    TaskGraph& graph = workload.applications.front().graph;
    std::vector<Edge> chain;
    for (int task = 1; task < graph.task_count(); ++task) chain.push_back({task - 1, task, random.uniform_real(0, 9)});
    graph = {{graph.tasks().begin(), graph.tasks().end()}, chain};
    EXPECT_NEAR(runs("BIL", platform, workload).back().finish, runs("Exact", platform, workload).back().finish, 1e-9);
  }
}

TEST(Wba, WithAlpha0TakesTheLeastIncrease) {
  // Task 0: 2 or 3. Tasks 1 and 2 make it longer by 4, 5 and 3, 7: task 2 on host 0 till 5. Task 1: 9 or 7. Task 3: 11
  // or 9.
  EXPECT_EQ(runs("WBA", test::k_diamond, {{"increase_range", 0.0}}),
            (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Wba, DrawsWithEqualChancesAmongThoseWithinAlphaOfTheRange) {
  // Increases 2, 4, 6, 10, 1 s: up to 1 + 0.5 x 9 = 5.5 are hosts 0, 1 and 4. Of 600 draws each has 200, within four
  // standard deviations of 11.5.
  std::array<int, 5> taken{};
  for (std::int64_t draw = 0; draw < 600; ++draw)
    ++taken.at(static_cast<std::size_t>(runs("WBA", test::HostExample{{{2, 4, 6, 10, 1}}}, {{"draw", draw}})[0].host));
  EXPECT_EQ(taken[2], 0);
  EXPECT_EQ(taken[3], 0);
  for (const std::size_t host : {0U, 1U, 4U})
    EXPECT_THAT(taken.at(host), testing::AllOf(testing::Gt(154), testing::Lt(246)));
}

TEST(Wba, MorePassesAreThoseOfFewerAndMore) {
  const auto end = [](std::int64_t repeats, std::int64_t draw) {
    double latest = 0;
    for (const test::Run& run : runs("WBA", test::k_heft_paper, {{"repeats", repeats}, {"draw", draw}}))
      latest = std::max(latest, run.finish);
    return latest;
  };
  int better = 0;
  for (std::int64_t draw = 0; draw < 50; ++draw) {
    EXPECT_LE(end(5, draw), end(1, draw)) << draw;
    EXPECT_LE(end(20, draw), end(5, draw)) << draw;
    better += end(20, draw) < end(1, draw) ? 1 : 0;
  }
  EXPECT_GT(better, 25);
}

}  // namespace

}  // namespace palio
