#include <gtest/gtest.h>

#include <cmath>

#include "runners/kinds/instances.h"
#include "tests/runners/kinds/isolated_scenario.h"
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

TEST(PtgMetrics, EnergyByHand) {
  // Of the schedule above: 2 processors of 10 W idle and 50 W busy for 8 s, busy for 2 x 6 s; 2 of 20 W and 200 W, busy
  // for 1 s: 160 + 12 x 40 + 320 + 180 = 1140 J.
  Platform platform = test::platform({test::cluster(2, 1), test::cluster(2, 4)});
  platform.clusters[0].power = {10, 50};
  const Workload workload = test::workload(test::graph({{8, 0.5}, {4, 0}}));
  const Schedule schedule{{{{0, {0, 1}, 1, 7}, {1, {3}, 8, 9}}}};
  EXPECT_TRUE(std::isnan(ptg_metrics(platform, workload, schedule, {schedule, {}}).metrics["energy"]));
  platform.clusters[1].power = {20, 200};
  const Completed completed = ptg_metrics(platform, workload, schedule, {schedule, {}});
  EXPECT_DOUBLE_EQ(completed.metrics["energy"], 1140);
  EXPECT_DOUBLE_EQ(completed.metrics["energy_delay"], 9120);
}

// Two clusters of 2 processors, a private link of 4 byte/s each, uplinks of 10 byte/s, a backbone of 5 byte/s. Tasks 0
// and 1 on processor 0 for 3 + 4 s. Task 0 sends 40 bytes to processor 2 and 24 bytes, 12 each, to both of cluster 1;
// task 1 sends nothing that moves. Processor 0 sends 64 bytes in 16 s, processor 2 receives 52 in 13 s; uplinks take
// 6.4 s, the backbone 12.8 s.
TEST(PtgMetrics, ThroughputByHand) {
  Platform platform = test::platform({test::cluster(2, 1), test::cluster(2, 1)});
  for (Cluster& cluster : platform.clusters) {
    cluster.processor_link.bandwidth = 4;
    cluster.uplink.bandwidth = 10;
  }
  platform.backbone.bandwidth = 5;
  const Workload workload =
      test::workload(test::graph({{3, 0}, {4, 0}, {1, 0}, {2, 0}}, {{0, 1, 1000}, {0, 2, 40}, {0, 3, 24}}));
  const Schedule schedule{{{{0, {0}, 0, 3}, {0, {0}, 3, 7}, {1, {2}, 20, 21}, {1, {2, 3}, 30, 31}}}};
  const auto measured = [&] { return throughput(platform, workload, schedule); };
  EXPECT_DOUBLE_EQ(measured(), 1.0 / 16);
  platform.clusters[0].processor_link.bandwidth = 64;
  EXPECT_DOUBLE_EQ(measured(), 1.0 / 13) << "processor 2";
  platform.clusters[1].processor_link.bandwidth = 64;
  EXPECT_DOUBLE_EQ(measured(), 1 / 12.8) << "the backbone";
  platform.interconnect = Interconnect::uplinks;
  EXPECT_DOUBLE_EQ(measured(), 1.0 / 7) << "processor 0: its uplink takes 6.4 s";
  platform.clusters[1].uplink.bandwidth = 8;
  EXPECT_DOUBLE_EQ(measured(), 1.0 / 8) << "the uplink of cluster 1";
  platform.interconnect = Interconnect::shared_switch;
  EXPECT_DOUBLE_EQ(ptg_metrics(platform, workload, schedule, {schedule, {}}).metrics["throughput"], 1.0 / 7);
}

// One cluster of 3 processors, links of 4 byte/s. 24 bytes go from processors 0 and 1, 12 each, to all three, 8 each.
// Processor 0 keeps its first 8 bytes, processor 1 the 4 from 12 to 16: 0 sends 4, 1 receives 4 and sends 8, 2 receives
// 8. The link of 1 carries 12 bytes in 3 s.
TEST(PtgMetrics, ThroughputLeavesOutWhatStaysOnAProcessor) {
  Platform platform = test::platform({test::cluster(3, 1)});
  platform.clusters[0].processor_link.bandwidth = 4;
  const Workload workload = test::workload(test::graph({{2, 0}, {3, 0}}, {{0, 1, 24}}));
  const Schedule schedule{{{{0, {0, 1}, 0, 1}, {0, {0, 1, 2}, 4, 5}}}};
  EXPECT_DOUBLE_EQ(throughput(platform, workload, schedule), 1.0 / 3);
}

// Host 0 is busy for 2 + 3 s. Its link to host 1 carries 30 + 40 bytes at 10 byte/s, that from host 1 to it 60 bytes.
TEST(PtgMetrics, ThroughputOfAMeshCountsItsPairs) {
  Platform mesh = test::mesh({1, 1});
  for (Link& link : mesh.pair_links) link.bandwidth = 10;
  const Workload workload =
      test::workload(test::graph({{2, 0}, {1, 0}, {1, 0}, {3, 0}}, {{0, 1, 30}, {0, 2, 40}, {1, 3, 60}}));
  const Schedule schedule{{{{0, {0}, 0, 2}, {1, {1}, 5, 6}, {1, {1}, 6, 7}, {0, {0}, 12, 15}}}};
  EXPECT_DOUBLE_EQ(throughput(mesh, workload, schedule), 1.0 / 7);
  add_contention(mesh);  // both hosts' links of 10 byte/s carry 130 bytes
  EXPECT_DOUBLE_EQ(throughput(mesh, workload, schedule), 1.0 / 13);
}

TEST(PtgMetrics, ThroughputIsUnknownWhereTheLinksAre) {
  Platform loaded = test::platform({test::cluster(1, 1)});
  loaded.interconnect = Interconnect::loaded;
  const Workload workload = test::workload(test::graph({{2, 0}}));
  EXPECT_TRUE(std::isnan(throughput(loaded, workload, {{{{0, {0}, 0, 2}}}})));
}

// By powercom a processor alone takes (1 + overhead) times the work: two tasks of 1 flop at 1 flop/s, 3 s.
TEST(PtgMetrics, WorkOfALawIsThatOfOneProcessor) {
  const Task task{1, 0, "", {}, {.law = SpeedupLaw::powercom, .overhead = 0.5, .exponent = 0.5}};
  const Schedule schedule{{{{0, {0}, 0, 1.5}, {0, {0}, 1.5, 3}}}};
  const Completed completed = ptg_metrics(test::platform({test::cluster(2, 1)}),
                                          test::workload(TaskGraph({task, task}, {})), schedule, {schedule, {}});
  EXPECT_DOUBLE_EQ(completed.metrics["sequential_makespan"], 3);
  EXPECT_DOUBLE_EQ(completed.metrics["efficiency"], 1);
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
  test::expect_metrics(metrics, 2e-15, {{"average_slowdown", 0.84}, {"unfairness", 2.56}});
}

TEST(BatchMetrics, StretchesByHand) {
  // Makespans 6 s (alone 2 s) and 12 - 3 = 9 s (alone 6 s): stretches 3 and 1.5, slowdowns 1/3 and 2/3. Sums 15 and 8.
  const MetricValues metrics = metrics_of({{0, 0, 6, 2}, {3, 3, 12, 6}});
  test::expect_metrics(metrics, 2e-15,
                       {{"average_makespan", 7.5},
                        {"average_slowdown", 0.5},
                        {"unfairness", 1.0 / 3},
                        {"average_stretch", 1.875},
                        {"mean_stretch", 2.25},
                        {"sum_stretch", 4.5},
                        {"max_stretch", 3},
                        {"sum_flow", 15},
                        {"max_flow", 9}});
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
