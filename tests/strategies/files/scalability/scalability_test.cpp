#include "strategies/files/scalability/scalability.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

constexpr TaskTimes k_scaled_times{.input = 2, .execution = 10, .output = 1};

TEST(Scalability, AWorkerCostsItsFileItsExecutionAndItsOutput) {
  EXPECT_DOUBLE_EQ(response_time(k_scaled_times), 13);                        // 2 + 10 + 1
  EXPECT_DOUBLE_EQ(effective_workers(k_scaled_times), 13.0 / 3);              // 13 / (2 + 1)
  EXPECT_DOUBLE_EQ(job_response_time(k_scaled_times, 4), 46);                 // 2 + 4 x 11
  EXPECT_DOUBLE_EQ(effective_workers_for_jobs(k_scaled_times, 4), 46.0 / 6);  // 46 / (2 + 4 x 1)
}

TEST(Scalability, WithoutOutputAWorkQueueFeedsGranularityPlusOneWorkers) {
  for (const double granularity : {2, 16, 128})
    EXPECT_DOUBLE_EQ(effective_workers({128 / granularity, 128, 0}), granularity + 1);
}

TEST(Scalability, ASingleTaskIsNoGroup) {
  EXPECT_DOUBLE_EQ(effective_workers_for_jobs(k_scaled_times, 1), effective_workers(k_scaled_times));
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
