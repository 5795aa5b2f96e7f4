#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/identity/canonical.h"
#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/list_mapping.h"
#include "strategies/ptg/mixed_parallel/mixed_parallel.h"
#include "strategies/registry.h"
#include "tests/strategies/ptg/cpa/simple_growth.h"
#include "tests/strategies/ptg/graph_runs.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

TEST(Hcpa, StopsAtTheLargestAllocationThatTranslates) {
  // Clusters of 2 x 1 flop/s and 2 x 2 flop/s: reference cluster of 6 processors. One task of 12 flop, alpha 0:
  // T_A = 2; 12, 6, 4, 3 s on 1..4 processors; 5 would need 5 or 3 processors. 4 translate to 2 of the second cluster.
  const Platform platform = test::fast_platform({test::cluster(2, 1), test::cluster(2, 2)});
  const SchedulingResult result = schedule_hcpa(platform, test::workload(test::graph({{12, 0}})), {});
  const Placement& placed = result.schedule.placements[0][0];
  EXPECT_EQ(placed.cluster, 1);
  EXPECT_EQ(placed.processors, (std::vector<int>{2, 3}));
  EXPECT_DOUBLE_EQ(placed.finish, 3);
}

TEST(Hcpa, ChoosesTheClusterThatFinishesFirst) {
  // Reference: 4 x 1 + 1 x 3 = 7 processors of 1 flop/s. Two tasks of 6 flop, alpha 0, T_A = 12/7 = 1.71: both grow by
  // turns (6 -> 3 -> 2 s) until no cluster holds more: 4 reference processors are 4 of the first or 2 (not there) of
  // the second, 1.5 s <= T_A. Both at 4: only the first cluster holds them, one after the other.
  const Platform platform = test::fast_platform({test::cluster(4, 1), test::cluster(1, 3)});
  const SchedulingResult result = schedule_hcpa(platform, test::workload(test::graph({{6, 0}, {6, 0}})), {});
  const std::vector<Placement>& placed = result.schedule.placements[0];
  EXPECT_EQ(placed[0].processors, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(placed[1].processors, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_DOUBLE_EQ(placed[0].finish, 1.5);
  EXPECT_DOUBLE_EQ(placed[1].finish, 3);
}

// Two processors of 1 flop/s, T1 -> T2 of 16 and 2 flop, alpha 0; T_A = 9 s. T1 gains 16 (1 - 1/4) = 12 and takes both
// (8 s, path 10 s). Then it gains 16 (1/4 - 1/9) = 2.2 but has all, T2 gains 1.5: it takes both, too (1 s), or stays
// alone.
TEST(Hcpa, GoesOnOrEndsWhereTheBestTaskDoesNotTranslate) {
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  const Workload chain = test::workload(test::graph({{16, 0}, {2, 0}}, {{0, 1, 0}}));
  for (const auto schedule : {schedule_hcpa, schedule_hcpa_opt, schedule_hcpa_opt_flex}) {
    EXPECT_DOUBLE_EQ(schedule(platform, chain, {}).schedule.placements[0][1].finish, 9);
    EXPECT_DOUBLE_EQ(schedule(platform, chain, {{"stop", "end"}}).schedule.placements[0][1].finish, 10);
  }
}

// A campaign from before the parameter existed can be continued.
TEST(Hcpa, KeepsItsIdentityWhereItStopsAsEver) {
  const Strategy& hcpa = strategy("HCPA-OPT");
  EXPECT_EQ(canonical_text(parse_recipe("HCPA-OPT:stop=skip", hcpa.parameters)), "HCPA-OPT");
  EXPECT_EQ(label(parse_recipe("HCPA-OPT:stop=end", hcpa.parameters), hcpa.parameters), "HCPA-OPT:stop=end");
}

// Three processors of 1 flop/s; tasks of 60 and 44 flop, alpha 0. Improved divisor sqrt(3 x 2) = 2.449, T_A = 42.46 s:
// the first task goes to 2 processors (30 s), then the second (44 s > T_A) to 2 (22 s). Both do not fit side by side.
const std::vector<std::pair<double, double>> k_two_tasks{{60, 0}, {44, 0}};

TEST(HcpaOpt, WaitsForItsFullAllocation) {
  const SchedulingResult result = schedule_hcpa_opt(test::one_cluster(3), test::workload(test::graph(k_two_tasks)), {});
  const std::vector<Placement>& placed = result.schedule.placements[0];
  EXPECT_EQ(placed[0].processors, (std::vector<int>{0, 1}));
  EXPECT_EQ(placed[1].processors.size(), 2U);
  EXPECT_DOUBLE_EQ(placed[1].start, 30);
  EXPECT_DOUBLE_EQ(placed[1].finish, 52);
  EXPECT_TRUE(std::isnan(result.extra["flex_differs"]));
}

TEST(HcpaOptFlex, TakesFewerProcessorsToStartEarlierAndEndNoLater) {
  // One processor is free at once: 44 s from 0, earlier than 52.
  const SchedulingResult result =
      schedule_hcpa_opt_flex(test::one_cluster(3), test::workload(test::graph(k_two_tasks)), {});
  const std::vector<Placement>& placed = result.schedule.placements[0];
  EXPECT_EQ(placed[1].processors, (std::vector<int>{2}));
  EXPECT_DOUBLE_EQ(placed[1].start, 0);
  EXPECT_DOUBLE_EQ(placed[1].finish, 44);
  EXPECT_EQ(result.extra["flex_differs"], 1);
}

TEST(HcpaOptFlex, SaysWhenPackingChangedNothing) {
  const SchedulingResult result =
      schedule_hcpa_opt_flex(test::one_cluster(3), test::workload(test::graph({{60, 0}})), {});
  EXPECT_EQ(result.extra["flex_differs"], 0);
}

TEST(Hcpa, ClassicDivisorAllocatesMoreThanTheImprovedOne) {
  // One task of 16 flop on 16 processors: T_A = 1 against 16/sqrt(16) = 4: 16 processors against 4.
  const Platform platform = test::fast_platform({test::cluster(16, 1)});
  const Workload workload = test::workload(test::graph({{16, 0}}));
  EXPECT_EQ(schedule_hcpa(platform, workload, {}).schedule.placements[0][0].processors.size(), 16U);
  EXPECT_EQ(schedule_hcpa_opt(platform, workload, {}).schedule.placements[0][0].processors.size(), 4U);
}

TEST(MHeft, TakesTheAllocationThatFinishesFirst) {
  const Platform platform = test::fast_platform({test::cluster(4, 1), test::cluster(3, 1)});
  const SchedulingResult result = schedule_m_heft(platform, test::workload(test::graph({{12, 0}})), {});
  const Placement& placed = result.schedule.placements[0][0];
  EXPECT_EQ(placed.cluster, 0);
  EXPECT_EQ(placed.processors, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_DOUBLE_EQ(placed.finish, 3);
}

TEST(MHeft, PrefersFewerProcessorsThenTheLowerClusterOnATie) {
  // alpha = 1: the time is 12 s however many processors.
  const Platform platform = test::fast_platform({test::cluster(4, 1), test::cluster(3, 1)});
  const SchedulingResult result = schedule_m_heft(platform, test::workload(test::graph({{12, 1}})), {});
  EXPECT_EQ(result.schedule.placements[0][0].processors, (std::vector<int>{0}));
}

TEST(MHeft, CountsCommunicationInTheFinish) {
  // One processor each: 1 flop/s and 2 flop/s; every link 10 byte/s and 1 s. The first task (4 flop) takes 4 s or 2 s.
  // Its 100 bytes reach the second task (2 flop) after 3 + 10 s in the same cluster, 7 + 10 s in the other one:
  // finish 2 + 13 + 1 = 16 against 2 + 17 + 2 = 21.
  const Platform platform = test::platform({test::cluster(1, 1), test::cluster(1, 2)});
  const SchedulingResult result =
      schedule_m_heft(platform, test::workload(test::graph({{4, 0}, {2, 0}}, {{0, 1, 100}})), {});
  const std::vector<Placement>& placed = result.schedule.placements[0];
  EXPECT_EQ(placed[0].cluster, 1);
  EXPECT_EQ(placed[1].cluster, 1);
  EXPECT_DOUBLE_EQ(placed[1].start, 15);
  EXPECT_DOUBLE_EQ(placed[1].finish, 16);
}

TEST(MHeft, IsHeftByAppendingOnAMesh) {
  // Two hosts of 1 flop/s, 1 s and 10 byte/s between them. Task 0 (2 flop) on host 0 till 2; task 1 (8 flop, of the
  // higher rank) stays there till 10, on host 1 it would end at 2 + 2 + 8 = 12; task 2 (6 flop) would end there at 16,
  // on host 1 it does at 2 + 2 + 6 = 10. Task 3 (1 flop) on host 0: both data there at 12, till 13; the same on host 1.
  const SchedulingResult result = schedule_m_heft(
      test::mesh({1, 1}),
      test::workload(test::graph({{2, 0}, {8, 0}, {6, 0}, {1, 0}}, {{0, 1, 10}, {0, 2, 10}, {1, 3, 10}, {2, 3, 10}})),
      {});
  const std::vector<Placement>& placed = result.schedule.placements[0];
  EXPECT_EQ(placed[1].cluster, 0);
  EXPECT_EQ(placed[1].start, 2);
  EXPECT_EQ(placed[2].cluster, 1);
  EXPECT_EQ(placed[2].start, 4);
  EXPECT_EQ(placed[3].cluster, 0);
  EXPECT_EQ(placed[3].start, 12);
}

// Some tasks are serial, some data is large, and many values are equal.
TaskGraph drawn_with_data(RandomStream& random) {
  const TaskGraph graph = test::drawn_graph(random, 40);
  std::vector<Task> tasks(graph.tasks().begin(), graph.tasks().end());
  std::vector<Edge> edges(graph.edges().begin(), graph.edges().end());
  for (Task& task : tasks)
    if (random.uniform_integer(0, 3) == 0) task.alpha = 1;
  for (Edge& edge : edges) edge.bytes = static_cast<double>(random.uniform_integer(0, 8) * 50);
  return {std::move(tasks), std::move(edges)};
}

// By definition: the best of all clusters and all numbers of processors.
std::vector<Placement> best_of_all(const Platform& platform, const TaskGraph& graph) {
  const Workload workload = test::workload(graph);
  ListMapping mapping(platform, workload);
  for (const int task : priority_order(graph, mean_bottom_levels(platform, graph))) {
    std::vector<Candidate> all;
    for (int k = 0; k < static_cast<int>(platform.clusters.size()); ++k)
      for (int n = 1; n <= platform.clusters[k].processors; ++n)
        all.push_back(mapping.candidate(task, k, n, mapping.data_ready(task, k, 0)));
    mapping.place(task, *std::ranges::min_element(all, better));
  }
  return mapping.placements();
}

TEST(MHeft, IsTheBestOfAllClustersAndNumbersOfProcessors) {
  RandomStream random(5);
  for (int round = 0; round < 1000; ++round) {
    std::vector<Cluster> clusters;
    for (auto left = random.uniform_integer(1, 4); left > 0; --left)
      clusters.push_back(test::cluster(static_cast<int>(random.uniform_integer(1, 24)),
                                       static_cast<double>(random.uniform_integer(1, 3))));
    const Platform platform = test::platform(std::move(clusters));
    const TaskGraph graph = drawn_with_data(random);
    const std::vector<Placement> expected = best_of_all(platform, graph);
    const SchedulingResult result = schedule_m_heft(platform, test::workload(graph), {});
    for (std::size_t task = 0; task < expected.size(); ++task) {
      const Placement& placed = result.schedule.placements[0][task];
      ASSERT_EQ(placed.cluster, expected[task].cluster) << "round " << round << ", task " << task;
      ASSERT_EQ(placed.processors, expected[task].processors) << "round " << round << ", task " << task;
      ASSERT_EQ(placed.start, expected[task].start) << "round " << round << ", task " << task;
      ASSERT_EQ(placed.finish, expected[task].finish) << "round " << round << ", task " << task;
    }
  }
}

TEST(MHeft, MeanBottomLevelsCountEveryProcessorAndEveryPairOnce) {
  // 1 processor of 1 flop/s, 2 of 2 flop/s: mean time of 6 flop is (6 + 3 + 3)/3 = 4 s. Of the 6 ordered pairs 2 lie
  // inside the second cluster (latency 3 s), 4 between the clusters (7 s): mean 34/6 s; all bandwidths are 10 byte/s,
  // so 20 bytes take 2 s more. Second task: 4; first: 4 + 34/6 + 2 + 4.
  const Platform platform = test::platform({test::cluster(1, 1), test::cluster(2, 2)});
  const std::vector<double> levels = mean_bottom_levels(platform, test::graph({{6, 0}, {6, 0}}, {{0, 1, 20}}));
  EXPECT_DOUBLE_EQ(levels[1], 4);
  EXPECT_DOUBLE_EQ(levels[0], 10 + 34.0 / 6);
}

TEST(MHeft, ASingleProcessorHasNoMeanCommunication) {
  const Platform platform = test::platform({test::cluster(1, 1)});
  const std::vector<double> levels = mean_bottom_levels(platform, test::graph({{6, 0}, {6, 0}}, {{0, 1, 20}}));
  EXPECT_DOUBLE_EQ(levels[0], 12);
}

// Relative times for alpha = 0.25 on 1..7 processors: 1, .625, .5, .4375, .4, .375, .35714.
const Task k_quarter_serial{100, 0.25, ""};

TEST(AllocationCap, ImprovementByStepStopsBelowTheThreshold) {
  // Ratios of consecutive times: .625, .8, .875, .914, .9375, .952: the step to 7 gains less than 5 %.
  EXPECT_EQ(improvement_cap(0.05, "step")(k_quarter_serial, test::cluster(100, 1)), 6);
  EXPECT_EQ(improvement_cap(0.05, "step")(k_quarter_serial, test::cluster(3, 1)), 3);
}

TEST(AllocationCap, ImprovementRelativeToSequentialTime) {
  // Gains over the sequential time: .375, .125, .0625, .0375: the step to 5 gains less than 5 %.
  EXPECT_EQ(improvement_cap(0.05, "sequential")(k_quarter_serial, test::cluster(100, 1)), 4);
}

// Four processors of 1 flop/s: T1 takes 96 s however many it has, T2 of 4 flop, alpha 0, follows. Its times are 4, 2,
// 4/3 and 1 s, so each step gains 25 % or more; it finishes at 100, 98 (2 % earlier), 97.33 (0.7 %).
TEST(MHeftImp, ImprovementOfTheExecutionTimeOrOfTheFinish) {
  const Workload chain = test::workload(test::graph({{96, 1}, {4, 0}}, {{0, 1, 0}}));
  const auto processors = [&](double threshold, const char* base) {
    const Parameters parameters{{"threshold", threshold}, {"imp_base", base}};
    return schedule_m_heft_imp(test::one_cluster(4), chain, parameters).schedule.placements[0][1].processors.size();
  };
  EXPECT_EQ(processors(0.05, "step"), 4U);
  EXPECT_EQ(processors(0.05, "completion"), 1U);
  EXPECT_EQ(processors(0.01, "completion"), 2U);
}

TEST(AllocationCap, EfficiencyOnTheOwnClusterAndAgainstTheSlowest) {
  // 1/(0.25 n + 0.75) >= 0.5 up to n = 5; 2/(0.25 n + 0.75) >= 0.5 up to n = 13.
  EXPECT_EQ(efficiency_cap(0.5, "own", 1)(k_quarter_serial, test::cluster(100, 2)), 5);
  EXPECT_EQ(efficiency_cap(0.5, "reference", 1)(k_quarter_serial, test::cluster(100, 2)), 13);
  EXPECT_EQ(efficiency_cap(0.5, "reference", 1)(k_quarter_serial, test::cluster(8, 2)), 8);
}

TEST(AllocationCap, FractionOfTheClusterIsAtLeastOneProcessor) {
  EXPECT_EQ(fraction_cap(0.5)(k_quarter_serial, test::cluster(5, 1)), 2);
  EXPECT_EQ(fraction_cap(0.5)(k_quarter_serial, test::cluster(1, 1)), 1);
  EXPECT_EQ(fraction_cap(1.0)(k_quarter_serial, test::cluster(5, 1)), 5);
}

}  // namespace

}  // namespace palio
