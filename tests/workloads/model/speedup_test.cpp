#include "workloads/model/speedup.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

// 10 Gflop at 2 Gflop/s take 5 s on one processor; alpha 0.2 on 4 processors: 5 x (0.2 + 0.8 / 4) = 2 s.
TEST(ExecutionTime, FollowsAmdahlsLaw) {
  const Task task{1e10, 0.2, ""};
  EXPECT_DOUBLE_EQ(execution_time(task, 1, 2e9), 5);
  EXPECT_DOUBLE_EQ(execution_time(task, 4, 2e9), 2);
}

// 2 s on 4 processors of 2 Gflop/s are charged as 16 Gflop.
TEST(Work, IsTimeTimesProcessorsTimesSpeed) {
  const Task task{1e10, 0.2, ""};
  EXPECT_DOUBLE_EQ(work(task, 1), 1e10);
  EXPECT_DOUBLE_EQ(work(task, 4), 1.6e10);
}

TEST(ExecutionTime, OfASequentialTaskDoesNotShrink) { EXPECT_DOUBLE_EQ(execution_time({6, 1, ""}, 3, 2), 3); }

TEST(ExecutionTime, OfAPerfectTaskIsDivided) { EXPECT_DOUBLE_EQ(execution_time({6, 0, ""}, 3, 2), 1); }

}  // namespace
}  // namespace palio
