#include "strategies/bounds/instance_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/bag_builders.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

TEST(GraphBounds, TheLongestPathWithEachTaskAtItsFastest) {
  // Clusters of 2 x 1 and 2 x 4 flop/s. Task 0 (8 flop, alpha 0.5) takes 8 (0.5 + 0.25) / 4 = 1.5 s on the fast one,
  // task 1 (4 flop) 0.5 s, task 2 (4 flop, alpha 1) 1 s. The path 0, 1 takes 2 s. All work on 10 flop/s takes 1.6 s.
  const Platform platform = test::platform({test::cluster(2, 1), test::cluster(2, 4)});
  const Workload workload = test::workload(test::graph({{8, 0.5}, {4, 0}, {4, 1}}, {{0, 1, 1e9}}));
  const InstanceBounds bounds = bounds_of(platform, workload);
  EXPECT_DOUBLE_EQ(bounds.critical_path, 2);
  EXPECT_DOUBLE_EQ(bounds.lower_bound, 2);
  EXPECT_TRUE(std::isnan(bounds.reference));
}

TEST(GraphBounds, TheLeastAreaOfTheBatchOnAllProcessors) {
  // Ten tasks of 8 s that gain nothing from a second processor, on two: 80 / 2 = 40 s. Whether the second application
  // comes later plays no part.
  const std::vector<std::pair<double, double>> tasks(5, {8, 1});
  Workload workload = test::workload(test::graph(tasks));
  workload.applications.push_back({"late", test::graph(tasks), 100});
  const InstanceBounds bounds = bounds_of(test::platform({test::cluster(2, 1)}), workload);
  EXPECT_DOUBLE_EQ(bounds.lower_bound, 40);
  EXPECT_DOUBLE_EQ(bounds.critical_path, 8);
}

TEST(GraphBounds, AreaOfMoldableTasksIsThatOnOneProcessor) {
  // 4 tasks of 4 flop, alpha 0.25, on 2 processors: each takes 4 (0.25 + 0.375) = 2.5 s on both, 4 s on one; 16 / 2.
  const Workload workload = test::workload(test::graph({{4, 0.25}, {4, 0.25}, {4, 0.25}, {4, 0.25}}));
  const InstanceBounds bounds = bounds_of(test::platform({test::cluster(2, 1)}), workload);
  EXPECT_DOUBLE_EQ(bounds.critical_path, 2.5);
  EXPECT_DOUBLE_EQ(bounds.lower_bound, 8);
}

TEST(GraphBounds, UnrelatedMachines) {
  // Least times 3, 2 and 4 s on two hosts: (3 + 2 + 4) / 2 = 4.5 s; no task takes longer than 4 s.
  const Workload workload = test::workload({{{0, 1, "", {3, 4}}, {0, 1, "", {5, 2}}, {0, 1, "", {6, 4}}}, {}});
  const InstanceBounds bounds = bounds_of(test::mesh({1, 1}), workload);
  EXPECT_DOUBLE_EQ(bounds.critical_path, 4);
  EXPECT_DOUBLE_EQ(bounds.lower_bound, 4.5);
}

TEST(GraphBounds, ABatchMayHaveWorkAndTimes) {
  // 8 flop take 4 s on the faster host and 8 / 3 s on both; the task with times takes 3 s, and 1.5 s of both.
  Workload workload = test::workload(test::graph({{8, 0}}));
  workload.applications.push_back({"timed", {{{0, 1, "", {3, 9}}}, {}}, 0});
  EXPECT_DOUBLE_EQ(bounds_of(test::mesh({1, 2}), workload).lower_bound, 4);
}

TEST(BagBounds, TheFirstMessageAndThenAllWork) {
  // One worker of 1 flop/s and 1 byte/s, two tasks of 3 flop and 1 byte: 1 + 6 s.
  EXPECT_DOUBLE_EQ(bounds_of(test::star({{1, 1}}), BagBatch{{test::bag(2, 3, 1)}}).lower_bound, 7);
}

TEST(BagBounds, AllMessagesThroughOnePortAndThenATask) {
  // From 10 s on four messages of 1 s and a task of 2 s: 16 s. The first bag alone: 1 + 1 s.
  const Star star = test::star({{1, 1}, {1, 1}});
  const BagBatch batch{{test::bag(1, 1, 1), test::bag(4, 2, 1, 10)}};
  EXPECT_DOUBLE_EQ(bounds_of(star, batch).lower_bound, 16);
}

TEST(BagBounds, CountFromTheFirstRelease) {
  const Star star = test::star({{1, 1}, {1, 1}});
  const BagBatch batch{{test::bag(1, 1, 1, 3), test::bag(4, 2, 1, 13)}};
  EXPECT_DOUBLE_EQ(bounds_of(star, batch).lower_bound, 16);
}

TEST(BagBounds, SeveralPortsSendAtOnce) {
  // A message of 0.5 + 1 s, then 8 flop on both workers: 5.5 s. All messages: 2 s through both links, then 2 s.
  Star star = test::star({{1, 1}, {1, 1}});
  star.port_model = PortModel::multi_port;
  for (Worker& worker : star.workers) worker.link.latency = 0.5;
  EXPECT_DOUBLE_EQ(bounds_of(star, BagBatch{{test::bag(4, 2, 1)}}).lower_bound, 5.5);
}

TEST(BagBounds, SlowLinksOfFastWorkersCountInTheFluidModel) {
  // The fast worker (8 flop/s) gets 1 byte/s, the slow one (1 flop/s) 4 byte/s. Ten tasks of 8 flop and 8 bytes: the
  // slow one takes 8 s a task and a quarter of the port's time, the fast one a task in 8 s of the remaining three
  // quarters: 1/8 + 3/32 tasks/s, 45.71 s. Work alone: 2 + 80 / 9 = 10.9 s; messages alone: 20 + 1 s.
  const Star star = test::star({{8, 1}, {1, 4}});
  EXPECT_DOUBLE_EQ(bounds_of(star, BagBatch{{test::bag(10, 8, 8)}}).lower_bound, 10 / (1.0 / 8 + 3.0 / 32));
}

TEST(FileBounds, TheFirstFileAndThenAllTasks) {
  // One file of 1 s, four tasks of 2 s on two workers: 1 + 4 s; an output of 3 s on top.
  const Star star = test::star({{1, 1}, {1, 1}});
  EXPECT_DOUBLE_EQ(bounds_of(star, SharedFileTasks{{1.0}, {0, 0, 0, 0}, 2, 0}).lower_bound, 5);
  EXPECT_DOUBLE_EQ(bounds_of(star, SharedFileTasks{{1.0}, {0, 0, 0, 0}, 2, 3}).lower_bound, 8);
}

TEST(FileBounds, EachFileOnceAndThenATask) {
  // Five files of 1 s and latencies of 0.5 s: 7.5 s, then 2 s.
  Star star = test::star({{1, 1}, {1, 1}});
  for (Worker& worker : star.workers) worker.link.latency = 0.5;
  EXPECT_DOUBLE_EQ(bounds_of(star, SharedFileTasks{{1, 1, 1, 1, 1}, {0, 1, 2, 3, 4}, 2, 0}).lower_bound, 9.5);
}

// Five files of 1 s, then 0.2 flop at 0.5 flop/s.
TEST(FileBounds, TheFastestWorkerMayBeSlow) {
  const Star star = test::star({{0.5, 1}, {0.5, 1}});
  EXPECT_DOUBLE_EQ(bounds_of(star, SharedFileTasks{{1, 1, 1, 1, 1}, {0, 1, 2, 3, 4}, 0.2, 0}).lower_bound, 5.4);
}

TEST(InstanceBounds, OfAnyKindCarryTheReference) {
  BagBatch batch{{test::bag(2, 3, 1)}};
  batch.reference_makespan = 8;
  const InstanceBounds bounds = bounds_of(AnyPlatform(test::star({{1, 1}})), AnyWorkload(batch));
  EXPECT_DOUBLE_EQ(bounds.lower_bound, 7);
  EXPECT_EQ(bounds.reference, 8);
  EXPECT_TRUE(std::isnan(bounds.critical_path));
}

// t = 1/p + 0.01 (p - 1) is least on 10 processors, 0.19, times 100 flop at 2 flop/s. The area on 50 is 1 s.
TEST(GraphBounds, TheFastestAllocationOfALaw) {
  const Workload workload =
      test::workload(TaskGraph({{100, 0, "", {}, {.law = SpeedupLaw::communication, .overhead = 0.01}}}, {}));
  EXPECT_DOUBLE_EQ(bounds_of(test::platform({test::cluster(50, 2)}), workload).lower_bound, 9.5);
}

// t = 1/p + 0.5: even on one processor a task takes 1.5 times its work. Three tasks of 4 flop on one processor.
TEST(GraphBounds, TheLeastAreaOfALaw) {
  const Task task{4, 0, "", {}, {.law = SpeedupLaw::powercom, .overhead = 0.5}};
  const Workload workload = test::workload(TaskGraph({task, task, task}, {}));
  EXPECT_DOUBLE_EQ(bounds_of(test::platform({test::cluster(1, 1)}), workload).lower_bound, 18);
}

TEST(GraphBounds, NeedATimeForEachCluster) {
  const Workload workload = test::workload(TaskGraph({{0, 1, "a", {1, 1}}}, {}));
  EXPECT_THROW(bounds_of(test::mesh({1, 1, 1}), workload), UserError);
}

TEST(HeldAgainst, ByHand) {
  MetricValues metrics;
  metrics["makespan"] = 12;
  metrics["sequential_makespan"] = 30;
  hold_against({.lower_bound = 10, .critical_path = 6, .reference = 8}, metrics);
  EXPECT_EQ(metrics["lower_bound"], 10);
  EXPECT_EQ(metrics["bound_ratio"], 1.2);
  EXPECT_EQ(metrics["slr"], 2);
  EXPECT_EQ(metrics["speedup"], 2.5);
  EXPECT_EQ(metrics["reference"], 8);
  EXPECT_EQ(metrics["gap"], 1.5);
}

TEST(HeldAgainst, NoScheduleBeatsTheOptimumExceptByRounding) {
  const auto held = [](double makespan) {
    MetricValues metrics;
    metrics["makespan"] = makespan;
    hold_against({.lower_bound = 5, .reference = 10}, metrics);
    return metrics["gap"];
  };
  EXPECT_LT(held(10 * (1 - 5e-10)), 1);
  EXPECT_EQ(test::error_of([&] { held(9.5); }),
            "the schedule takes 9.5 s, less than the reference of 10 s, which is therefore no optimum: correct "
            "reference_makespan, or leave it out, and run the workload on the platform that it is for");
}

TEST(HeldAgainst, NothingWhereThereIsNothing) {
  MetricValues metrics;
  metrics["makespan"] = 12;
  hold_against({.lower_bound = 10}, metrics);
  for (const std::string_view absent : {"slr", "speedup", "reference", "gap"})
    EXPECT_TRUE(std::isnan(metrics[absent])) << absent;
}

}  // namespace
}  // namespace palio
