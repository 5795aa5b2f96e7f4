#include "runners/engines/translation/activity_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// What starts when an activity ends, in this order.
std::vector<int> started_by(ActivityGraph& graph, std::size_t activity) {
  std::vector<int> started;
  graph.end(activity, [&](int after) { started.push_back(after); });
  return started;
}

std::vector<int> ready(const ActivityGraph& graph) {
  std::vector<int> all;
  for (int i = 0; i < static_cast<int>(graph.size()); ++i)
    if (graph.is_ready(static_cast<std::size_t>(i))) all.push_back(i);
  return all;
}

// Two tasks on processors of their own, and the redistribution between them.
const Workload k_moving_workload = test::workload(test::graph({{1, 0}, {1, 0}}, {{0, 1, 10}}));
const Schedule k_moving_schedule{{{{0, {0}, 0, 1}, {0, {1}, 2, 3}}}};

Execution execution_of(const std::vector<Dates>& dates) {
  ActivityGraph graph;
  graph.translate(std::vector<double>(2, 1), k_moving_workload, k_moving_schedule);
  return graph.execution(dates);
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
  ASSERT_EQ(graph.redistribution_count(), 1U);
  EXPECT_EQ(graph.redistribution(0).edge->to, 1);
  EXPECT_THAT(graph.timers(), IsEmpty());
  EXPECT_THAT(ready(graph), ElementsAre(0));
  EXPECT_THAT(started_by(graph, 0), ElementsAre(3));
  EXPECT_THAT(started_by(graph, 3), ElementsAre(1));
  EXPECT_THAT(started_by(graph, 1), ElementsAre(2));
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
  EXPECT_THAT(ready(graph), ElementsAre(0, 3));
  EXPECT_THAT(started_by(graph, 0), ElementsAre(2, 1));  // the latest first
  EXPECT_THAT(started_by(graph, 3), ElementsAre(5));
  EXPECT_THAT(started_by(graph, 5), IsEmpty());
  EXPECT_THAT(started_by(graph, 1), ElementsAre(4));
}

TEST(ActivityGraph, ProcessorsKeepTheOrderOfStarts) {
  // By starts 2, 0, 1; 0 and 2 share two processors; 0 before 1 is an edge, too.
  const Workload workload = test::workload(test::graph({{1, 0}, {1, 0}, {1, 0}}, {{0, 1, 0}}));
  const Schedule schedule{{{{0, {0, 1}, 1, 2}, {0, {0}, 2, 3}, {0, {0, 1}, 0, 1}}}};
  ActivityGraph graph;
  graph.translate(std::vector<double>(2, 1), workload, schedule);
  EXPECT_THAT(ready(graph), ElementsAre(2));
  EXPECT_THAT(started_by(graph, 2), ElementsAre(0));
  EXPECT_THAT(started_by(graph, 0), ElementsAre(1));
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
  ASSERT_EQ(graph.timers().size(), 1U);
  EXPECT_EQ(graph.timers()[0].seconds, 5);
  EXPECT_EQ(graph.size(), 4U);
  EXPECT_THAT(ready(graph), ElementsAre(0, 3));
  EXPECT_THAT(started_by(graph, 3), ElementsAre(1));
  EXPECT_THAT(started_by(graph, 1), ElementsAre(2));
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
  ASSERT_EQ(graph.timers().size(), 2U);
  EXPECT_EQ(graph.timers()[0].seconds, 2);
  EXPECT_EQ(graph.timers()[1].seconds, 5);
  EXPECT_THAT(ready(graph), ElementsAre(0, 5, 6));
  EXPECT_THAT(started_by(graph, 0), IsEmpty());
  EXPECT_THAT(started_by(graph, 5), ElementsAre(3));
  EXPECT_THAT(started_by(graph, 6), ElementsAre(4, 1));
  EXPECT_THAT(started_by(graph, 1), ElementsAre(2));
}

// Tasks 0, on processor 0, and 1, and 2, which waits for data of 0. When 0 ends, 2 is decided on anew, for processor 2
// instead of 1, and a second later: its data leave for processor 1 all the same, in vain. When the decision takes
// effect they leave for processor 2, and are there after 3 s. The same translated from the beginning: activity 3 moves
// data.
TEST(ActivityGraph, FollowsWhatIsDecidedMeanwhile) {
  const Workload workload = test::workload(test::graph({{1, 0}, {1, 0}, {1, 0}}, {{0, 2, 10}}));
  Schedule schedule{{{{0, {0}, 0, 1}, {0, {1}, 0, 1}, {0, {1}, 2, 3}}}};
  ActivityGraph graph;
  graph.translate(std::vector<double>(3, 1), workload, schedule, ActivityGraph::Decided::meanwhile);
  EXPECT_THAT(ready(graph), ElementsAre(0, 1));
  schedule.moments = {{{0, 0}, 1}, {{-1, 0}, 3}};
  schedule.resent = {{0, 0, 2, schedule.placements[0][2], 0, 2, 5, -1, 1}};
  schedule.placements[0][2] = {0, {2}, 5, 6, 2, 1, 0};
  const std::vector<Dates> dates{{0}, {0}, {}};
  graph.follow(dates);
  ActivityGraph whole;
  whole.translate(std::vector<double>(3, 1), workload, schedule);
  for (const auto& [each, flow, decision, arrival] : {std::tuple(&graph, 5, 3, 4), std::tuple(&whole, 3, 4, 5)}) {
    EXPECT_THAT(started_by(*each, 0), ElementsAre(decision, flow));
    EXPECT_THAT(started_by(*each, static_cast<std::size_t>(flow)), IsEmpty());
    EXPECT_THAT(started_by(*each, 1), IsEmpty());
    EXPECT_THAT(started_by(*each, static_cast<std::size_t>(decision)), ElementsAre(arrival));
    EXPECT_THAT(started_by(*each, static_cast<std::size_t>(arrival)), ElementsAre(2));
    EXPECT_EQ(each->redistribution(0).target->processors, std::vector<int>{1});
    EXPECT_EQ(each->ending(static_cast<std::size_t>(arrival)), (Ending{-1, 1}));
  }
}

TEST(ActivityGraph, DatesBecomeAnExecution) {
  const Execution execution = execution_of({{0, 1}, {4, 5}, {1, 4}});
  EXPECT_EQ(execution.schedule.placements[0][1].start, 4);
  EXPECT_EQ(execution.schedule.placements[0][1].finish, 5);
  ASSERT_EQ(execution.transfers.size(), 1U);
  EXPECT_EQ(execution.transfers[0].start, 1);
  EXPECT_EQ(execution.transfers[0].finish, 4);
}

TEST(ActivityGraph, WhatNeverFinishedIsADeadlockThatNamesIt) {
  const auto message = [](const std::vector<Dates>& dates) {
    return test::error_of<Deadlock>([&] { execution_of(dates); });
  };
  EXPECT_EQ(message({{0, 1}, {}, {}}), "task 1 of application 0 never finished; the last activity ended at 1 s");
  EXPECT_EQ(message({{0, 1}, {2, 3}, {}}),
            "redistribution 0 to 1 of application 0 never finished; the last activity ended at 3 s");
}

}  // namespace
}  // namespace palio
