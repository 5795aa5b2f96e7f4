#include "strategies/files/scalability/scalability.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

constexpr TaskTimes k_scaled_times{.input = 2, .execution = 10, .output = 1};

TEST(Scalability, AWorkerCostsItsFileItsExecutionAndItsOutput) {
  EXPECT_DOUBLE_EQ(effective_workers_for_jobs(k_scaled_times, 1), 13.0 / 3);  // (2 + 10 + 1) / (2 + 1)
  EXPECT_DOUBLE_EQ(effective_workers_for_jobs(k_scaled_times, 4), 46.0 / 6);  // (2 + 4 x 11) / (2 + 4 x 1)
}

TEST(Scalability, WithoutOutputAWorkQueueFeedsGranularityPlusOneWorkers) {
  for (const double granularity : {2, 16, 128})
    EXPECT_DOUBLE_EQ(effective_workers_for_jobs({128 / granularity, 128, 0}, 1), granularity + 1);
}

TEST(Scalability, EfficiencyIsPartOfTheWorkersTime) {
  EXPECT_DOUBLE_EQ(efficiency(60, 20, 4), 0.75);  // 60 of 80
  // 3 files of 2 s, 5 tasks of 10 + 1 s.
  EXPECT_DOUBLE_EQ(sequential_makespan(k_scaled_times, 5, 3), 61);
}

TEST(Scalability, EveryClusterHasASupervisorAndMoreForEachPartThatItCannotFeed) {
  EXPECT_EQ(supervisors_of_cluster(1, 50), 1);
  EXPECT_EQ(supervisors_of_cluster(50, 50), 1);
  EXPECT_EQ(supervisors_of_cluster(51, 50), 2);
}

}  // namespace
}  // namespace palio
