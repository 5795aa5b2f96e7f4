#include "strategies/ptg/mixed_parallel/mixed_parallel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/identity/canonical.h"
#include "strategies/registry.h"
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

// A campaign from before the parameter was there goes on.
TEST(Hcpa, KeepsItsIdentityWhereItStopsAsEver) {
  const Strategy& hcpa = strategy("HCPA-OPT");
  EXPECT_EQ(canonical_text(parse_recipe("HCPA-OPT:stop=skip", hcpa.parameters)), "HCPA-OPT");
  EXPECT_EQ(label(parse_recipe("HCPA-OPT:stop=end", hcpa.parameters), hcpa.parameters), "HCPA-OPT:stop=end");
}

// Three processors of 1 flop/s; tasks of 60 and 44 flop, alpha 0. Improved divisor sqrt(3 x 2) = 2.449, T_A = 42.46 s:
// the first task goes to 2 processors (30 s), then the second (44 s > T_A) to 2 (22 s). Both do not fit side by side.
const std::vector<std::pair<double, double>> k_two_tasks{{60, 0}, {44, 0}};

TEST(HcpaOpt, WaitsForItsFullAllocation) {
  const Platform platform = test::fast_platform({test::cluster(3, 1)});
  const SchedulingResult result = schedule_hcpa_opt(platform, test::workload(test::graph(k_two_tasks)), {});
  const std::vector<Placement>& placed = result.schedule.placements[0];
  EXPECT_EQ(placed[0].processors, (std::vector<int>{0, 1}));
  EXPECT_EQ(placed[1].processors.size(), 2U);
  EXPECT_DOUBLE_EQ(placed[1].start, 30);
  EXPECT_DOUBLE_EQ(placed[1].finish, 52);
  EXPECT_TRUE(std::isnan(result.extra["flex_differs"]));
}

TEST(HcpaOptFlex, TakesFewerProcessorsToStartEarlierAndEndNoLater) {
  // One processor is free at once: 44 s from 0, earlier than 52.
  const Platform platform = test::fast_platform({test::cluster(3, 1)});
  const SchedulingResult result = schedule_hcpa_opt_flex(platform, test::workload(test::graph(k_two_tasks)), {});
  const std::vector<Placement>& placed = result.schedule.placements[0];
  EXPECT_EQ(placed[1].processors, (std::vector<int>{2}));
  EXPECT_DOUBLE_EQ(placed[1].start, 0);
  EXPECT_DOUBLE_EQ(placed[1].finish, 44);
  EXPECT_EQ(result.extra["flex_differs"], 1);
}

TEST(HcpaOptFlex, SaysWhenPackingChangedNothing) {
  const Platform platform = test::fast_platform({test::cluster(3, 1)});
  const SchedulingResult result = schedule_hcpa_opt_flex(platform, test::workload(test::graph({{60, 0}})), {});
  EXPECT_EQ(result.extra["flex_differs"], 0);
}

TEST(Hcpa, ClassicDivisorAllocatesMoreThanTheImprovedOne) {
  // One task of 16 flop on 16 processors: T_A = 1 against 16/sqrt(16) = 4: 16 processors against 4.
  const Platform platform = test::fast_platform({test::cluster(16, 1)});
  const Workload workload = test::workload(test::graph({{16, 0}}));
  EXPECT_EQ(schedule_hcpa(platform, workload, {}).schedule.placements[0][0].processors.size(), 16U);
  EXPECT_EQ(schedule_hcpa_opt(platform, workload, {}).schedule.placements[0][0].processors.size(), 4U);
}

}  // namespace
}  // namespace palio
