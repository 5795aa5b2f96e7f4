#include "strategies/ptg/constrained/concurrent_mapping.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/strategies/ptg/constrained/mapped_batch.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using test::map_concurrently;
using MappedProcessors = std::vector<int>;

Workload batch(std::vector<TaskGraph> graphs) {
  Workload built;
  for (TaskGraph& graph : graphs) built.applications.push_back({"", std::move(graph), 0});
  return built;
}

void expect_placed(const Placement& placed, const MappedProcessors& processors, double start, double finish) {
  EXPECT_EQ(placed.processors, processors);
  EXPECT_DOUBLE_EQ(placed.start, start);
  EXPECT_DOUBLE_EQ(placed.finish, finish);
}

// Two processors of 1 flop/s. A big application, 6 -> {4, 4} flop, and a small one, 2 -> 1 flop; one processor per
// task. Bottom levels 10, 4, 4 and 3, 1.
Workload big_and_small() {
  return batch(
      {test::graph({{6, 0}, {4, 0}, {4, 0}}, {{0, 1, 0}, {0, 2, 0}}), test::graph({{2, 0}, {1, 0}}, {{0, 1, 0}})});
}
const std::vector<std::vector<int>> k_one_each{{1, 1, 1}, {1, 1}};

TEST(ConcurrentMapping, OfReadyTasksStartsASmallApplicationAtOnce) {
  // 0 s: the big entry on processor 0, the small one on 1. 2 s: processor 1 was freed last. 6 s: the two others, first
  // on processor 0, which was freed last.
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  const auto placed = map_concurrently(platform, big_and_small(), k_one_each, {}).schedule.placements;
  expect_placed(placed[0][0], {0}, 0, 6);
  expect_placed(placed[0][1], {0}, 6, 10);
  expect_placed(placed[0][2], {1}, 6, 10);
  expect_placed(placed[1][0], {1}, 0, 2);
  expect_placed(placed[1][1], {1}, 2, 3);
}

TEST(ConcurrentMapping, OfAllTasksPostponesASmallApplication) {
  // The big application fills both processors until 10 s; the hole before 6 s on processor 1 is lost.
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  const auto placed =
      map_concurrently(platform, big_and_small(), k_one_each, {.order = MappingOrder::global}).schedule.placements;
  expect_placed(placed[0][0], {0}, 0, 6);
  expect_placed(placed[0][1], {0}, 6, 10);
  expect_placed(placed[0][2], {1}, 6, 10);
  expect_placed(placed[1][0], {0}, 10, 12);
  expect_placed(placed[1][1], {0}, 12, 13);
}

TEST(ConcurrentMapping, TiesGoToTheFirstApplicationAndTask) {
  // One processor; three tasks of 2 s in two applications.
  const Platform platform = test::fast_platform({test::cluster(1, 1)});
  const Workload workload = batch({test::graph({{2, 0}}), test::graph({{2, 0}, {2, 0}})});
  for (const MappingOrder order : {MappingOrder::ready, MappingOrder::global}) {
    const auto placed = map_concurrently(platform, workload, {{1}, {1, 1}}, {.order = order}).schedule.placements;
    expect_placed(placed[0][0], {0}, 0, 2);
    expect_placed(placed[1][0], {0}, 2, 4);
    expect_placed(placed[1][1], {0}, 4, 6);
  }
}

TEST(ConcurrentMapping, AppliesTheReleaseDates) {
  // Two processors; 4 flop from 0 s, 3 flop released at 5 s. The second takes the processor freed last.
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  Workload workload = batch({test::graph({{4, 0}}), test::graph({{3, 0}})});
  workload.applications[1].release_date = 5;
  for (const MappingOrder order : {MappingOrder::ready, MappingOrder::global}) {
    const auto placed = map_concurrently(platform, workload, {{1}, {1}}, {.order = order}).schedule.placements;
    expect_placed(placed[0][0], {0}, 0, 4);
    expect_placed(placed[1][0], {0}, 5, 8);
  }
}

TEST(ConcurrentMapping, FinishesAndReleasesAtOneDateAreOneEvent) {
  // One processor; 4 flop and a child, and another application released at 4 s. At 4 s both compete, whichever event
  // is met first: of 1 and 3 s the larger bottom level goes first.
  const Platform platform = test::fast_platform({test::cluster(1, 1)});
  for (const double child : {1.0, 3.0}) {
    Workload workload = batch({test::graph({{4, 0}, {child, 0}}, {{0, 1, 0}}), test::graph({{4 - child, 0}})});
    workload.applications[1].release_date = 4;
    const auto placed = map_concurrently(platform, workload, {{1, 1}, {1}}, {}).schedule.placements;
    expect_placed(child == 3 ? placed[0][1] : placed[1][0], {0}, 4, 7);
    expect_placed(child == 3 ? placed[1][0] : placed[0][1], {0}, 7, 8);
  }
}

TEST(ConcurrentMapping, ReservesProcessorsForAStartInTheFuture) {
  // Two processors, no packing. 10 flop on one; 12 on two, from 10 s on; 2 on one: the hole on processor 1 is reserved.
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  const Workload workload = batch({test::graph({{10, 0}}), test::graph({{12, 0}}), test::graph({{2, 0}})});
  const auto placed =
      map_concurrently(platform, workload, {{1}, {2}, {1}}, {.packing = Packing::off}).schedule.placements;
  expect_placed(placed[0][0], {0}, 0, 10);
  expect_placed(placed[1][0], {0, 1}, 10, 16);
  expect_placed(placed[2][0], {0}, 16, 18);
}

TEST(ConcurrentMapping, PlansAnewWhatHasNotStarted) {
  // Two processors, no packing. 4 flop on one, 4 on two, planned from 4 to 6 s. At 1 s come 20 flop for two: their
  // bottom level of 10 s is larger than the 2 s of what waits, which follows at 14 s.
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  Workload workload = batch({test::graph({{4, 0}, {4, 0}}), test::graph({{20, 0}})});
  workload.applications[1].release_date = 1;
  const auto placed =
      map_concurrently(platform, workload, {{1, 2}, {2}}, {.packing = Packing::off}).schedule.placements;
  expect_placed(placed[0][0], {0}, 0, 4);
  expect_placed(placed[1][0], {0, 1}, 4, 14);
  expect_placed(placed[0][1], {0, 1}, 14, 16);
  EXPECT_EQ(placed[0][0].not_before, 0);
  EXPECT_EQ(placed[1][0].not_before, 1);
  EXPECT_EQ(placed[0][1].not_before, 14);  // decided on once more when the others are complete
}

TEST(ConcurrentMapping, WaitsForDataOfTheOwnParents) {
  // Links of 10 byte/s and 1 s: 60 byte take 3 + 60/10 s to one processor. 0 to 2 s, data at 11 s.
  const Platform platform = test::platform({test::cluster(1, 1)});
  const Workload workload = batch({test::graph({{2, 0}, {1, 0}}, {{0, 1, 60}})});
  const auto placed = map_concurrently(platform, workload, {{1, 1}}, {}).schedule.placements;
  expect_placed(placed[0][1], {0}, 11, 12);
}

TEST(ConcurrentMapping, TranslatesAllocationsToEachCluster) {
  // Four processors of 1 flop/s are two of 2 flop/s; the first cluster has only two.
  const Platform platform = test::fast_platform({test::cluster(2, 1), test::cluster(2, 2)});
  const auto placed = map_concurrently(platform, batch({test::graph({{12, 0}})}), {{4}}, {}).schedule.placements;
  expect_placed(placed[0][0], {2, 3}, 0, 3);
}

TEST(ConcurrentMapping, PrefersFewerProcessorsForTheSameFinish) {
  // Two processors of 1 flop/s or one of 2 flop/s: 2 s each.
  const Platform platform = test::fast_platform({test::cluster(2, 1), test::cluster(1, 2)});
  const auto placed = map_concurrently(platform, batch({test::graph({{4, 0}})}), {{2}}, {}).schedule.placements;
  expect_placed(placed[0][0], {2}, 0, 2);
}

TEST(ConcurrentMapping, SaysWhichTaskNoClusterHolds) {
  const Platform platform = test::fast_platform({test::cluster(2, 1), test::cluster(2, 2)});
  EXPECT_EQ(test::error_of<NoSchedule>([&] {
              map_concurrently(platform, batch({test::graph({{1, 0}}), test::graph({{12, 0}})}), {{1}, {5}}, {});
            }),
            "no cluster has processors enough for the 5 reference processors of task 0 of application 1");
}

TEST(Packing, TakesTheAllocationThatFinishesFirst) {
  // Five processors. 200 flop on two, until 100 s. 60 flop on five would run from 100 to 112 s; three are free at once:
  // 20 s on three, 30 on two, 60 on one.
  const Platform platform = test::fast_platform({test::cluster(5, 1)});
  const Workload workload = batch({test::graph({{200, 0}}), test::graph({{60, 0}})});
  const SchedulingResult result = map_concurrently(platform, workload, {{2}, {5}}, {});
  expect_placed(result.schedule.placements[1][0], {2, 3, 4}, 0, 20);
  EXPECT_EQ(result.extra["flex_differs"], 1);
}

TEST(Packing, KeepsAnAllocationThatWouldFinishLaterOtherwise) {
  // Five processors. 40 flop on four, until 10 s. 45 flop on five run from 10 to 19 s; on the free one until 45 s.
  const Platform platform = test::fast_platform({test::cluster(5, 1)});
  const Workload workload = batch({test::graph({{40, 0}}), test::graph({{45, 0}})});
  const SchedulingResult result = map_concurrently(platform, workload, {{4}, {5}}, {});
  expect_placed(result.schedule.placements[1][0], {0, 1, 2, 3, 4}, 10, 19);
  EXPECT_EQ(result.extra["flex_differs"], 0);
}

TEST(Packing, AcceptsTheSameFinish) {
  // Two processors. 10 flop on one, until 10 s. 20 flop on two: 10 to 20 s; on the free one 0 to 20 s.
  const Platform platform = test::fast_platform({test::cluster(2, 1)});
  const Workload workload = batch({test::graph({{10, 0}}), test::graph({{20, 0}})});
  const auto placed = map_concurrently(platform, workload, {{1}, {2}}, {}).schedule.placements;
  expect_placed(placed[1][0], {1}, 0, 20);
}

TEST(Packing, TakesMoreProcessorsForTheSameFinish) {
  // Three processors, free at 8, 5 and 0 s. 10 flop on three: 8 to 11.33 s; on two 5 to 10 s; on one 0 to 10 s.
  const Platform platform = test::fast_platform({test::cluster(3, 1)});
  const Workload workload = batch({test::graph({{8, 0}}), test::graph({{5, 0}}), test::graph({{10, 0}})});
  const auto placed = map_concurrently(platform, workload, {{1}, {1}, {3}}, {}).schedule.placements;
  expect_placed(placed[2][0], {1, 2}, 5, 10);
}

TEST(Packing, CanBeSwitchedOff) {
  const Platform platform = test::fast_platform({test::cluster(5, 1)});
  const Workload workload = batch({test::graph({{200, 0}}), test::graph({{60, 0}})});
  const SchedulingResult result = map_concurrently(platform, workload, {{2}, {5}}, {.packing = Packing::off});
  expect_placed(result.schedule.placements[1][0], {0, 1, 2, 3, 4}, 100, 112);
  EXPECT_TRUE(std::isnan(result.extra["flex_differs"]));
}

}  // namespace
}  // namespace palio
