#include "workloads/families/families.h"

#include <gtest/gtest.h>

#include <string>

namespace palio {
namespace {

TaskGraph iot_graph(const std::string& application, const std::string& more = "", int sample = 0) {
  return build_iot(parse_recipe("iot:application=" + application + "," + more + "sample=" + std::to_string(sample) +
                                    ",seed=2024",
                                iot_parameters()),
                   "")
      .applications.at(0)
      .graph;
}

// Figure 3 of RIoTBench: tasks and edges, one entry and one exit each; the longest path from the source to the sink.
TEST(Iot, ApplicationsHaveTheirPublishedShapes) {
  struct Shape {
    std::string application;
    int tasks;
    std::size_t edges;
    int levels;
  };
  for (const auto& [application, tasks, edges, levels] :
       {Shape{"etl", 11, 11, 10}, Shape{"predict", 11, 14, 7}, Shape{"stats", 9, 10, 7}, Shape{"train", 8, 8, 7}}) {
    const TaskGraph drawn = iot_graph(application);
    EXPECT_EQ(drawn.task_count(), tasks) << application;
    EXPECT_EQ(drawn.edges().size(), edges) << application;
    EXPECT_EQ(drawn.level_count(), levels) << application;
    for (int task = 0; task < tasks; ++task) {
      EXPECT_EQ(drawn.in_edges(task).empty(), task == 0) << application << task;
      EXPECT_EQ(drawn.out_edges(task).empty(), task == tasks - 1) << application << task;
      EXPECT_EQ(drawn.task(task).alpha, 1);
    }
  }
}

// Without noise a task takes 1 / rate on 1e9 flop/s: plots 1 / 25 s, the scan of a table 60 s; a window has the data of
// ten messages.
TEST(Iot, WorkFollowsTheRates) {
  const TaskGraph stats = iot_graph("stats", "noise=0,");
  EXPECT_DOUBLE_EQ(stats.task(6).flop, 1e9 / 25);
  EXPECT_DOUBLE_EQ(stats.task(3).flop, 1e9 / 68000);
  EXPECT_DOUBLE_EQ(stats.out_edges(6).front().bytes, 10 * stats.out_edges(0).front().bytes);
  const TaskGraph train = iot_graph("train", "noise=0,reference_speed=2e9,data_factor=3,");
  EXPECT_DOUBLE_EQ(train.task(1).flop, 60 * 2e9);
  EXPECT_DOUBLE_EQ(train.out_edges(1).front().bytes, 1000 * train.out_edges(0).front().bytes);
  EXPECT_DOUBLE_EQ(train.out_edges(0).front().bytes, 3 * iot_graph("train", "noise=0,").out_edges(0).front().bytes);
}

// Messages N(1, 1/3) in [0.5, 1.5], symmetric, so of mean 1; clipped at 1.5 deviations their deviation is 0.288
// (variance 1/9 x (0.8664 - 2 x 1.5 x 0.1295 + 2.25 x 0.1336) = 0.0866, less than 0.3). Task 1 takes 1 / 3000 s with
// variation 0.3.
TEST(Iot, DrawsAreAsPublishedOnAverage) {
  double bytes = 0, flop = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    bytes += iot_graph("etl", "noise=0,", sample).out_edges(0).front().bytes / 1e6;
    flop += iot_graph("etl", "", sample).task(1).flop / (1e9 / 3000);
  }
  EXPECT_NEAR(bytes / 2000, 1, 5 * 0.3 / 44.7);
  EXPECT_NEAR(flop / 2000, 1, 5 * 0.3 / 44.7);
}

// N(30, 13.3) s in [10, 50]: mean 30, deviation at most 13.3; 1000 x 11 tasks. The virtual source still takes no time.
TEST(Iot, CostsMayBeThoseOf2023) {
  double flop = 0;
  for (int sample = 0; sample < 1000; ++sample) {
    const TaskGraph drawn = iot_graph("predict", "costs=normal,", sample);
    EXPECT_LT(drawn.task(0).flop, 1);
    for (int task = 1; task < 11; ++task) {
      EXPECT_GE(drawn.task(task).flop, 10e9);
      EXPECT_LE(drawn.task(task).flop, 50e9);
      flop += drawn.task(task).flop / 1e9;
    }
  }
  EXPECT_NEAR(flop / 10000, 30, 5 * 13.3 / 100);
}

TEST(Iot, TheSameRecipeIsTheSameDraw) {
  const TaskGraph one = iot_graph("predict"), again = iot_graph("predict"), other = iot_graph("predict", "", 1);
  for (int task = 1; task < one.task_count(); ++task) {
    EXPECT_EQ(one.task(task).flop, again.task(task).flop);
    EXPECT_NE(one.task(task).flop, other.task(task).flop);
  }
}

}  // namespace
}  // namespace palio
