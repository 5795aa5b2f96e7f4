#include <gtest/gtest.h>

#include "tests/strategies/sequential/examples.h"

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

}  // namespace
}  // namespace palio
