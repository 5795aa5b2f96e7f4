#include "campaign/replay/task_causes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "campaign/replay/scenario_chart.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

using testing::ElementsAre;
using Kind = TaskCause::Kind;

// A diamond on two clusters of one processor each, and an application that is released at 20 s.
//
// 0 runs from 0 to 2 on p0. 1 follows there at once, from 2 to 5. The data of 0 reach 2 on p1 at 4, where it runs to 9.
// 3 needs both: those of 1 arrive at 6, and 2 ends at 9 on 3's processor p1: of equal dates the data count.
// The other application's task waits for its release at 20.
class TaskCauses : public testing::Test {
protected:
  TaskCauses() {
    workload_.applications.push_back(
        {"", test::graph({{8, 0}, {8, 0}, {8, 0}, {8, 0}}, {{0, 1, 1}, {0, 2, 1}, {1, 3, 1}, {2, 3, 1}}), 0});
    workload_.applications.push_back({"late", test::graph({{8, 0}}), 20});
    execution_.schedule.placements = {{{0, {0}, 0, 2}, {0, {0}, 2, 5}, {1, {1}, 4, 9}, {1, {1}, 9, 12}},
                                      {{0, {0}, 20, 21}}};
    execution_.transfers = {{0, 0, 1, 2, 2}, {0, 0, 2, 2, 4}, {0, 1, 3, 5, 6}, {0, 2, 3, 9, 9}};
  }

  SimulatedScenario scenario() const {
    GraphSchedule detail{execution_.schedule, execution_};
    detail.planned.placements[0][3].start = 8.9;  // 0.1 of 21 s earlier: 0.5 %
    return {test::platform({test::cluster(1, 1), test::cluster(1, 1)}), workload_, "S", {"fake", "1"}, {}, detail};
  }

  Workload workload_;
  Execution execution_;
};

TEST_F(TaskCauses, AreTheLatestOfReleaseDataAndProcessor) {
  const auto causes = task_causes(workload_, execution_);
  const auto& first = causes[0];
  EXPECT_EQ(first[0].kind, Kind::release);
  EXPECT_EQ(first[1].kind, Kind::data);
  EXPECT_EQ(first[1].task, 0);
  EXPECT_EQ(first[2].kind, Kind::data);
  EXPECT_EQ(first[2].task, 0);
  EXPECT_EQ(first[3].kind, Kind::data);
  EXPECT_EQ(first[3].task, 2);
  EXPECT_EQ(causes[1][0].kind, Kind::release);
}

// Without the edge from 2 to 3 only its processor keeps 3 waiting.
TEST_F(TaskCauses, AProcessorCountsIfItIsTheLatest) {
  workload_.applications[0].graph = test::graph({{8, 0}, {8, 0}, {8, 0}, {8, 0}}, {{0, 1, 1}, {0, 2, 1}, {1, 3, 1}});
  execution_.transfers.pop_back();
  const TaskCause cause = task_causes(workload_, execution_)[0][3];
  EXPECT_EQ(cause.kind, Kind::processor);
  EXPECT_EQ(cause.task, 2);
}

TEST_F(TaskCauses, LeadFromTheLastFinishBack) {
  const auto all = critical_tasks(execution_, task_causes(workload_, execution_));
  EXPECT_THAT(all[0], ElementsAre(false, false, false, false));
  EXPECT_THAT(all[1], ElementsAre(true));
  workload_.applications.pop_back();
  execution_.schedule.placements.pop_back();
  const auto first = critical_tasks(execution_, task_causes(workload_, execution_));
  EXPECT_THAT(first[0], ElementsAre(true, false, true, true));
}

TEST_F(TaskCauses, AreToldByTheBarsOfAChart) {
  const GanttChart chart = scenario_chart(scenario(), "S", "");
  std::vector<std::string> notes;
  for (const Bar& bar : chart.bars)
    if (bar.dates == BarDates::simulated) notes.push_back(bar.note);
  EXPECT_THAT(notes, ElementsAre("", "waited for the data of task 0", "waited for the data of task 0",
                                 "waited for the data of task 2", ""));
  EXPECT_EQ(chart.bars[4].waited_for, "task 0 (processor 0 of c)");  // of task 2, after two bars of each task before
  EXPECT_EQ(chart.bars[4].waited, 2);
  EXPECT_EQ(chart.bars[5].waited_for, "");  // a prediction
  ASSERT_EQ(chart.links.size(), 2U);        // the others take no time
  EXPECT_EQ(chart.links[1].label, "data of task 1 for task 3");
  EXPECT_EQ(chart.links[1].to_row, 1);
}

std::vector<int> colours(const GanttChart& chart) {
  std::vector<int> colours;
  for (const Bar& bar : chart.bars)
    if (bar.dates == BarDates::simulated) colours.push_back(bar.colour);
  return colours;
}

// Of the two transfers that take time, the one from 0 to 2 leads to the last finish.
TEST_F(TaskCauses, TransfersThatLeadToTheLastFinishAreTold) {
  workload_.applications.pop_back();
  execution_.schedule.placements.pop_back();
  const GanttChart chart = scenario_chart(scenario(), "S", "", ChartColour::critical);
  ASSERT_EQ(chart.links.size(), 2U);
  EXPECT_TRUE(chart.links[0].leads);
  EXPECT_FALSE(chart.links[1].leads);
}

TEST_F(TaskCauses, AndLevelsAndDelaysAreColours) {
  EXPECT_THAT(colours(scenario_chart(scenario(), "", "")), ElementsAre(-1, -1, -1, -1, -1));  // two applications
  EXPECT_THAT(colours(scenario_chart(scenario(), "", "", ChartColour::level)), ElementsAre(0, 1, 1, 2, 0));
  EXPECT_THAT(colours(scenario_chart(scenario(), "", "", ChartColour::critical)), ElementsAre(1, 1, 1, 1, 0));
  EXPECT_THAT(colours(scenario_chart(scenario(), "", "", ChartColour::delay)), ElementsAre(0, 0, 0, 1, 0));
  const GanttChart kinds = scenario_chart(scenario(), "", "", ChartColour::kind);
  EXPECT_THAT(colours(kinds), ElementsAre(0, 0, 0, 0, 0));
  EXPECT_THAT(kinds.colours, ElementsAre("task"));
}

TEST_F(TaskCauses, KindsAreNamesWithoutNumbers) {
  workload_.applications = {
      {"", TaskGraph({{8, 0, "mProject_ID0000001"}, {8, 0, "mProject_ID0000002"}, {8, 0, "mAdd 3"}, {8, 0, "7"}}, {}),
       0}};
  execution_.schedule.placements.pop_back();
  execution_.transfers.clear();
  const GanttChart chart = scenario_chart(scenario(), "", "", ChartColour::kind);
  EXPECT_THAT(chart.colours, ElementsAre("mProject", "mAdd", "task"));
  EXPECT_THAT(colours(chart), ElementsAre(0, 0, 1, 2));
}

}  // namespace
}  // namespace palio
