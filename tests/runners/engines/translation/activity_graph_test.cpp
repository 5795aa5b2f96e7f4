#include "runners/engines/translation/activity_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::pair<int, int>> precedences(const ActivityGraph& graph) {
  std::vector<std::pair<int, int>> pairs;
  for (const auto& [before, after] : graph.precedences()) pairs.emplace_back(before, after);
  return pairs;
}

// Two tasks on processors of their own, and the redistribution between them.
const Workload k_moving_workload = test::workload(test::graph({{1, 0}, {1, 0}}, {{0, 1, 10}}));
const Schedule k_moving_schedule{{{{0, {0}, 0, 1}, {0, {1}, 2, 3}}}};

Execution execution_of(const std::vector<Dates>& dates, double stopped) {
  ActivityGraph graph;
  graph.translate(std::vector<double>(2, 1), k_moving_workload, k_moving_schedule);
  return graph.execution(dates, stopped);
}

TEST(ActivityGraph, AnEdgeWhoseDataMoveIsARedistributionBetweenItsTasks) {
  // Task 1 has other processors than task 0, task 2 has those of task 1: activities 0 to 2 are tasks, 3 moves data.
  const Workload workload = test::workload(test::graph({{8, 0.5}, {1, 0}, {1, 0}}, {{0, 1, 10}, {1, 2, 10}}));
  const Schedule schedule{{{{0, {0, 1}, 0, 1}, {0, {2}, 2, 3}, {0, {2}, 3, 4}}}};
  ActivityGraph graph;
  graph.translate(std::vector<double>(3, 1), workload, schedule);
  ASSERT_EQ(graph.tasks().size(), 3U);
  EXPECT_EQ(graph.tasks()[0].flop, 6);  // 8 x (0.5 + 0.5 / 2)
  EXPECT_EQ(graph.tasks()[1].processor, 2);
  ASSERT_EQ(graph.redistributions().size(), 1U);
  EXPECT_EQ(graph.redistributions()[0].edge->to, 1);
  EXPECT_THAT(graph.releases(), IsEmpty());
  EXPECT_THAT(precedences(graph), ElementsAre(Pair(0, 3), Pair(3, 1), Pair(1, 2)));
}

TEST(ActivityGraph, ATaskWithTimesHasTheWorkThatTakesItOnItsCluster) {
  // 3 s on a processor of the second cluster, 5 flop/s, half of it parallel on two: 15 x (0.5 + 0.5 / 2).
  const Workload workload = test::workload({{{0, 0.5, "", {2, 3}}}, {}});
  ActivityGraph graph;
  graph.translate(std::vector<double>{1, 5, 5}, workload, Schedule{{{{1, {1, 2}, 0, 1}}}});
  EXPECT_EQ(graph.tasks()[0].flop, 11.25);
}

// Of two applications the first moves no data: its tasks 0 to 2 end as its graph says, beside what the second one
// lists.
TEST(ActivityGraph, EdgesOfAnApplicationWithoutDataCountAsAllDo) {
  Workload workload = test::workload(test::graph({{1, 0}, {1, 0}, {1, 0}}, {{0, 1, 0}, {0, 2, 0}}));
  workload.applications.push_back({"", test::graph({{1, 0}, {1, 0}}, {{0, 1, 10}})});
  const Schedule schedule{{{{0, {0}, 0, 1}, {0, {0}, 1, 2}, {0, {1}, 1, 2}}, {{0, {2}, 0, 1}, {0, {0}, 3, 4}}}};
  ActivityGraph graph;
  graph.translate(std::vector<double>(3, 1), workload, schedule);
  // Activity 5 moves the data of the second application, whose task 4 is on processor 0 after task 1.
  EXPECT_THAT(precedences(graph), ElementsAre(Pair(0, 1), Pair(0, 2), Pair(3, 5), Pair(5, 4), Pair(1, 4)));
  std::vector<int> started;
  const auto end = [&](std::size_t activity) { graph.end(activity, [&](int after) { started.push_back(after); }); };
  EXPECT_TRUE(graph.is_ready(0));
  EXPECT_FALSE(graph.is_ready(2));
  end(0);
  EXPECT_THAT(started, ElementsAre(2, 1));  // the latest first
  end(3);
  end(5);
  EXPECT_FALSE(graph.is_ready(4));
  end(1);
  EXPECT_THAT(started, ElementsAre(2, 1, 5, 4));
}

TEST(ActivityGraph, ProcessorsKeepTheOrderOfStartsAndEachPrecedenceStandsOnce) {
  // By starts 2, 0, 1; 0 and 2 share two processors; 0 before 1 is an edge already.
  const Workload workload = test::workload(test::graph({{1, 0}, {1, 0}, {1, 0}}, {{0, 1, 0}}));
  const Schedule schedule{{{{0, {0, 1}, 1, 2}, {0, {0}, 2, 3}, {0, {0, 1}, 0, 1}}}};
  ActivityGraph graph;
  graph.translate(std::vector<double>(2, 1), workload, schedule);
  EXPECT_THAT(precedences(graph), ElementsAre(Pair(0, 1), Pair(2, 0)));
}

TEST(ActivityGraph, EntryTasksWaitForTheReleaseOfTheirApplication) {
  // Tasks 0, then 1 and 2 of the second application, released at 5 s by activity 3; another translation was before.
  Workload workload = test::workload(test::graph({{1, 0}}));
  Schedule schedule{{{{0, {0}, 0, 1}}}};
  ActivityGraph graph;
  graph.translate(std::vector<double>(3, 1), workload, schedule);
  workload.applications.push_back({"", test::graph({{1, 0}, {1, 0}}, {{0, 1, 0}}), 5});
  schedule.placements.push_back({{0, {1}, 5, 6}, {0, {2}, 6, 7}});
  graph.translate(std::vector<double>(3, 1), workload, schedule);
  ASSERT_EQ(graph.releases().size(), 1U);
  EXPECT_EQ(graph.releases()[0].date, 5);
  EXPECT_EQ(graph.size(), 4U);
  EXPECT_THAT(precedences(graph), ElementsAre(Pair(1, 2), Pair(3, 1)));
}

TEST(ActivityGraph, TasksWaitUntilTheyAreDecidedOnUnlessTheirParentsDo) {
  // A chain of tasks 0 to 2, of which 1 and 2 are decided on at 5 s; tasks 3 and 4 of an application released at 2 s,
  // one of them decided on at 5 s. Releases: activity 5 at 2 s, 6 at 5 s.
  Workload workload = test::workload(test::graph({{1, 0}, {1, 0}, {1, 0}}, {{0, 1, 0}, {1, 2, 0}}));
  workload.applications.push_back({"", test::graph({{1, 0}, {1, 0}}), 2});
  const Schedule schedule{
      {{{0, {0}, 0, 1}, {0, {1}, 5, 6, 5}, {0, {2}, 6, 7, 5}}, {{0, {3}, 2, 3}, {0, {4}, 5, 6, 5}}}};
  ActivityGraph graph;
  graph.translate(std::vector<double>(5, 1), workload, schedule);
  ASSERT_EQ(graph.releases().size(), 2U);
  EXPECT_EQ(graph.releases()[0].date, 2);
  EXPECT_EQ(graph.releases()[1].date, 5);
  EXPECT_THAT(precedences(graph), ElementsAre(Pair(0, 1), Pair(1, 2), Pair(5, 3), Pair(6, 1), Pair(6, 4)));
}

TEST(ActivityGraph, DatesBecomeAnExecution) {
  const Execution execution = execution_of({{0, 1}, {4, 5}, {1, 4}}, 5);
  EXPECT_EQ(execution.schedule.placements[0][1].start, 4);
  EXPECT_EQ(execution.schedule.placements[0][1].finish, 5);
  ASSERT_EQ(execution.transfers.size(), 1U);
  EXPECT_EQ(execution.transfers[0].start, 1);
  EXPECT_EQ(execution.transfers[0].finish, 4);
}

TEST(ActivityGraph, WhatNeverFinishedIsADeadlockThatNamesIt) {
  const auto message = [](const std::vector<Dates>& dates) {
    return test::error_of<Deadlock>([&] { execution_of(dates, 2.5); });
  };
  EXPECT_EQ(message({{0, 1}, {}, {}}), "task 1 of application 0 never finished; the simulation stopped at 2.5 s");
  EXPECT_EQ(message({{0, 1}, {2, 3}, {}}),
            "redistribution 0 to 1 of application 0 never finished; the simulation stopped at 2.5 s");
}

}  // namespace
}  // namespace palio
