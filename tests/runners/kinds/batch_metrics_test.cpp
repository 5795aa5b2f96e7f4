#include "runners/kinds/metrics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace palio {
namespace {

MetricValues metrics_of(const std::vector<ApplicationMetrics>& applications) {
  MetricValues metrics;
  add_batch_metrics(applications, metrics);
  return metrics;
}

TEST(BatchMetrics, UnfairnessOfThePublishedExample) {
  // RR-6774, section 7: eight applications are not slowed down, two take five times as long. Average slowdown
  // (8 x 1 + 2 x 0.2) / 10 = 0.84; unfairness 8 (1 - 0.84) + 2 (0.84 - 0.2) = 2.56 (the paper prints 0.1 for 0.2).
  std::vector<ApplicationMetrics> applications(8, {0, 0, 7, 7});
  applications.insert(applications.end(), 2, {0, 1, 10, 2});
  const MetricValues metrics = metrics_of(applications);
  EXPECT_DOUBLE_EQ(metrics["average_slowdown"], 0.84);
  EXPECT_DOUBLE_EQ(metrics["unfairness"], 2.56);
}

TEST(BatchMetrics, StretchesByHand) {
  // Makespans 6 s (alone 2 s) and 12 - 3 = 9 s (alone 6 s): stretches 3 and 1.5, slowdowns 1/3 and 2/3. Sums 15 and 8.
  const MetricValues metrics = metrics_of({{0, 0, 6, 2}, {3, 3, 12, 6}});
  EXPECT_DOUBLE_EQ(metrics["average_makespan"], 7.5);
  EXPECT_DOUBLE_EQ(metrics["average_slowdown"], 0.5);
  EXPECT_DOUBLE_EQ(metrics["unfairness"], 1.0 / 3);
  EXPECT_DOUBLE_EQ(metrics["average_stretch"], 1.875);
  EXPECT_DOUBLE_EQ(metrics["mean_stretch"], 2.25);
  EXPECT_DOUBLE_EQ(metrics["sum_stretch"], 4.5);
  EXPECT_DOUBLE_EQ(metrics["max_stretch"], 3);
  EXPECT_DOUBLE_EQ(metrics["sum_flow"], 15);
  EXPECT_DOUBLE_EQ(metrics["max_flow"], 9);
}

TEST(BatchMetrics, WithoutDedicatedMakespansOnlyTheFlows) {
  const MetricValues metrics = metrics_of({{0, 0, 6}, {0, 3, 12}});
  EXPECT_DOUBLE_EQ(metrics["average_makespan"], 9);
  for (const std::string_view absent :
       {"average_slowdown", "unfairness", "average_stretch", "mean_stretch", "max_stretch"})
    EXPECT_TRUE(std::isnan(metrics[absent]));
}

}  // namespace
}  // namespace palio
