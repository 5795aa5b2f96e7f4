#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using test::runs;
using test::Runs;

TEST(Heft, MakesTheScheduleOf80OfItsPaper) {
  // Figure 3(a): upward ranks 108, 77, 80, 80, 69, 63.33, 42.67, 35.67, 44.33, 14.67, so tasks 1, 3, 4, 2, 5, 6, 9, 7,
  // 8, 10 of the paper's numbers.
  EXPECT_EQ(runs("HEFT", test::k_heft_paper), (Runs{{2, 0, 9},
                                                    {0, 27, 40},
                                                    {2, 9, 28},
                                                    {1, 18, 26},
                                                    {2, 28, 38},
                                                    {1, 26, 42},
                                                    {2, 38, 49},
                                                    {0, 57, 62},
                                                    {1, 56, 68},
                                                    {1, 73, 80}}));
}

TEST(Heft, GoesByUpwardRank) {
  // Task 0 till 2 on host 0 (3 on host 1). Task 2 first (rank 8): till 5 on host 0, 4 + 5 on host 1. Task 1: 5 + 4 on
  // host 0, 4 + 3 on host 1. Task 3 on host 0 has all data at 9, on host 1 at 7.
  EXPECT_EQ(runs("HEFT", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Heft, TakesTheFirstGapThatHoldsATask) {
  // Ranks: task 1 has 11, task 0 11 + 4 + 11, task 2 6. Task 0 on host 0 till 2, task 1 on host 1 from 6 to 8 (on host
  // 0 till 22). Before it task 2 fits, till 3; on host 0 it would end at 11.
  const test::HostExample gap{{{2, 20}, {20, 2}, {9, 3}}, {{0, 1, 4}}};
  EXPECT_EQ(runs("HEFT", gap), (Runs{{0, 0, 2}, {1, 6, 8}, {1, 0, 3}}));
}

TEST(Heft, ATieGoesToTheSmallerTaskThenTheSmallerHost) {
  EXPECT_EQ(runs("HEFT", test::HostExample{{{2, 2}, {2, 2}, {2, 2}}}), (Runs{{0, 0, 2}, {1, 0, 2}, {0, 2, 4}}));
}

TEST(Heft, TakesEachProcessorOfClustersForAHost) {
  // Processors 0 and 1 of 1 flop/s, 2 of 2 flop/s; every link 10 byte/s and 1 s: inside the first cluster 3 s, between
  // clusters 7 s of latency. Task 0 (8 flop) on processor 2 till 4. Its 10 bytes are elsewhere at 4 + 7 + 1 = 12. Task
  // 1 (20 flop) there till 14, or on 0 till 32. Task 2 (6 flop) there till 17, on processor 0 till 18.
  const Platform platform = test::platform({test::cluster(2, 1), test::cluster(1, 2)});
  const Workload workload = test::workload(test::graph({{8, 0}, {20, 0}, {6, 0}}, {{0, 1, 10}, {0, 2, 10}}));
  EXPECT_EQ(runs("HEFT", platform, workload), (Runs{{2, 0, 4}, {2, 4, 14}, {2, 14, 17}}));
}

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

TEST(Mct, TakesEachTaskWhereItFinishesFirst) {
  // 0: 4 or 6. 1: 4 + 3 or 8. 2: 7 + 3 or 2. 3: 7 + 6 or 2 + 7.
  EXPECT_EQ(runs("MCT", test::k_independent), (Runs{{0, 0, 4}, {0, 4, 7}, {1, 0, 2}, {1, 2, 9}}));
}

TEST(Mct, CountsDataAndKeepsTies) {
  // 0: 2 or 3. 1: 2 + 4, or 4 + 3 with its data. 2: 6 + 3 or 4 + 5, the smaller host. 3: 9 + 2, or there at 11.
  EXPECT_EQ(runs("MCT", test::k_diamond), (Runs{{0, 0, 2}, {0, 2, 6}, {0, 6, 9}, {0, 9, 11}}));
}

TEST(Met, TakesTheQuickestHostHoweverBusy) {
  EXPECT_EQ(runs("MET", test::k_independent), (Runs{{0, 0, 4}, {0, 4, 7}, {1, 0, 2}, {0, 7, 13}}));
}

TEST(Olb, TakesTheHostThatIsFreeFirst) {
  EXPECT_EQ(runs("OLB", test::k_independent), (Runs{{0, 0, 4}, {1, 0, 8}, {0, 4, 7}, {0, 7, 13}}));
}

TEST(Olb, LooksAtDataOnlyIfToldTo) {
  // Host 1 is free for task 1, whose data are there at 4; host 0 at 2 for task 2; host 0 at 5 for task 3, whose data
  // from host 1 are there at 9.
  EXPECT_EQ(runs("OLB", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {0, 9, 11}}));
  // Task 1 can start on host 0 at 2, task 2 then on host 1 at 4 or on host 0 at 6; task 3 at 9 + 2 on host 0 or at 9 on
  // host 1.
  EXPECT_EQ(runs("OLB", test::k_diamond, {{"earliest", "start"}}), (Runs{{0, 0, 2}, {0, 2, 6}, {1, 4, 9}, {1, 9, 11}}));
}

// 67 percent are two of three hosts. Task 0: hosts 0 and 1, till 1 on host 0. Task 1: 2 and 0, till 1 or 4. Task 2: 0
// and 2, till 2 or 2.5. Task 3: 0 and 2, till 4 or 3; on host 1, which is idle, it would end at 2.5.
TEST(Kpb, LooksOnlyAtTheQuickestHosts) {
  const test::HostExample example{{{1, 2, 9}, {4, 5, 1}, {1, 9, 1.5}, {2, 2.5, 2}}};
  EXPECT_EQ(runs("KPB", example, {{"percent", 67.0}}), (Runs{{0, 0, 1}, {2, 0, 1}, {0, 1, 2}, {2, 1, 3}}));
}

TEST(Kpb, IsMctOfAllHostsAndMetOfOne) {
  RandomStream random(23);
  for (int i = 0; i < 300; ++i) {
    const test::RandomExample example = test::drawn_example(random, 20, 9);
    EXPECT_EQ(runs("KPB", example.platform, example.workload, {{"percent", 100.0}}),
              runs("MCT", example.platform, example.workload));
    // Of at most ten hosts.
    EXPECT_EQ(runs("KPB", example.platform, example.workload, {{"percent", 9.0}}),
              runs("MET", example.platform, example.workload));
  }
}

// MCT: tasks 0 and 1 till 2 on hosts 0 and 1: 2 / 2 is 0.9 or more. MET: task 2 on host 0 till 3: 2 / 3 is more than
// 0.6; task 3 there till 4, although host 1 would end it at 3.5. 2 / 4: MCT again, task 4 on host 1 till 4, although
// host 0 takes 1 s. 4 / 4: MET, task 5 on host 1 till 6.
TEST(Switching, IsMctUntilHostsAreBalancedThenMetUntilTheyAreNot) {
  const test::HostExample example{{{2, 9}, {9, 2}, {1, 2}, {1, 1.5}, {1, 2}, {3, 2}}};
  EXPECT_EQ(runs("Switching", example), (Runs{{0, 0, 2}, {1, 0, 2}, {0, 2, 3}, {0, 3, 4}, {1, 2, 4}, {1, 4, 6}}));
  EXPECT_EQ(test::error_of([&] {
              runs("Switching", example, {{"low", 0.9}});
            }),
            "Switching: low is 0.9, must be less than high, 0.9");
}

// Tasks 0, 2 on host 0: 0 to 4, 4 to 7; 1, 3 on host 1: 0 to 8, 8 to 15. In the diamond the data of task 0 are on host
// 1 at 2 + 2, those of task 1, which ends there at 7, on host 0 at 9, but task 3 is on host 1: 2 + 3 + 2 = 7.
TEST(Assignment, PlacesEachTaskWhereTheWorkloadSays) {
  EXPECT_EQ(runs("Assignment", test::k_independent), (Runs{{0, 0, 4}, {1, 0, 8}, {0, 4, 7}, {1, 8, 15}}));
  EXPECT_EQ(runs("Assignment", test::k_diamond), (Runs{{0, 0, 2}, {1, 4, 7}, {0, 2, 5}, {1, 7, 9}}));
}

TEST(Assignment, NeedsAProcessorOfThePlatformForEachTask) {
  const Platform platform = test::k_independent.platform();
  const auto error = [&](int processor) {
    return test::error_of([&] {
      runs("Assignment", platform,
           test::workload({{{0, 1, "a", {1, 1}, {}, {0}}, {0, 1, "b", {1, 1}, {}, {processor}}}, {}}));
    });
  };
  EXPECT_EQ(error(2), "Assignment: task \"b\" goes to processor 2, but the platform has only 2: 0 to 1");
  EXPECT_EQ(error(-1),
            "strategy Assignment places each task where the workload says, but this workload does not say it; for a "
            "file of independent tasks with times, palio convert --solution adds it");
}

TEST(FastestNode, TakesOneHostForAll) {
  // 16 s on host 0, 23 s on host 1.
  EXPECT_EQ(runs("FastestNode", test::k_independent), (Runs{{0, 0, 4}, {0, 4, 7}, {0, 7, 10}, {0, 10, 16}}));
}

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
