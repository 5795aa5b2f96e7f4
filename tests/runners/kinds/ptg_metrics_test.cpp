#include "runners/kinds/metrics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/builders.h"

namespace palio {
namespace {

TEST(PtgMetrics, ByHand) {
  // Clusters of 2 x 1 and 2 x 4 flop/s. Task 0 (8 flop, alpha 0.5) on both slow processors: 8 (0.5 + 0.25) = 6 s, work
  // 6 x 2 x 1 = 12 flop. Task 1 (4 flop) on one fast processor: 1 s, work 4. From 1 s to 9 s; planned from 0 to 7.
  const Platform platform = test::platform({test::cluster(2, 1), test::cluster(2, 4)});
  const Workload workload = test::workload(test::graph({{8, 0.5}, {4, 0}}));
  const Schedule planned{{{{0, {0, 1}, 0, 6}, {1, {3}, 6, 7}}}};
  const Execution execution{{{{{0, {0, 1}, 1, 7}, {1, {3}, 8, 9}}}}, {}};
  const Completed completed = ptg_metrics(platform, workload, planned, execution);
  EXPECT_DOUBLE_EQ(completed.metrics["makespan"], 8);
  EXPECT_DOUBLE_EQ(completed.metrics["predicted_makespan"], 7);
  EXPECT_DOUBLE_EQ(completed.metrics["sequential_makespan"], 3);  // 12 flop at 4 flop/s
  EXPECT_DOUBLE_EQ(completed.metrics["total_work"], 16);
  EXPECT_DOUBLE_EQ(completed.metrics["efficiency"], 0.75);
  EXPECT_EQ(completed.metrics["processors"], 4);
  EXPECT_EQ(completed.metrics["processors_used"], 3);
  EXPECT_EQ(completed.metrics["clusters_used"], 2);
  EXPECT_TRUE(completed.applications.empty());
}

TEST(PtgMetrics, TasksWithTimesHaveNoWork) {
  // 3 + 5 s on host 0, 4 + 2 s on host 1.
  const Workload workload = test::workload({{{0, 1, "", {3, 4}}, {0, 1, "", {5, 2}}}, {}});
  const Schedule schedule{{{{0, {0}, 0, 3}, {1, {1}, 0, 2}}}};
  const Completed completed = ptg_metrics(test::mesh({1, 1}), workload, schedule, {schedule, {}});
  EXPECT_EQ(completed.metrics["makespan"], 3);
  EXPECT_EQ(completed.metrics["sequential_makespan"], 6);
  EXPECT_TRUE(std::isnan(completed.metrics["total_work"]));
  EXPECT_TRUE(std::isnan(completed.metrics["efficiency"]));
}

TEST(PtgMetrics, ABatchMayHaveWorkAndTimes) {
  // Work of 8 flop takes 8 s on host 0 and 4 s on host 1, the task with times 3 s and 9 s: 11 s and 13 s.
  Workload workload = test::workload(test::graph({{8, 0}}));
  workload.applications.push_back({"timed", {{{0, 1, "", {3, 9}}}, {}}, 0});
  const Schedule schedule{{{{1, {1}, 0, 4}}, {{0, {0}, 0, 3}}}};
  const Completed completed = ptg_metrics(test::mesh({1, 2}), workload, schedule, {schedule, {}});
  EXPECT_EQ(completed.metrics["sequential_makespan"], 11);
  EXPECT_TRUE(std::isnan(completed.metrics["total_work"]));
  EXPECT_TRUE(std::isnan(completed.metrics["efficiency"]));
}

TEST(PtgMetrics, ABatchHasARowPerApplication) {
  const Platform platform = test::platform({test::cluster(2, 1)});
  Workload workload = test::workload(test::graph({{2, 0}}));
  workload.applications.push_back({"late", test::graph({{3, 0}}), 4});
  const Schedule schedule{{{{0, {0}, 0, 2}}, {{0, {1}, 4, 7}}}};
  const Completed completed = ptg_metrics(platform, workload, schedule, {schedule, {}});
  ASSERT_EQ(completed.applications.size(), 2U);
  EXPECT_EQ(completed.applications[0].finish, 2);
  EXPECT_EQ(completed.applications[1].release_date, 4);
  EXPECT_EQ(completed.applications[1].start, 4);
  EXPECT_EQ(completed.applications[1].finish, 7);
  EXPECT_EQ(completed.metrics["makespan"], 7);
}

}  // namespace
}  // namespace palio
