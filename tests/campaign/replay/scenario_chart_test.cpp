#include "campaign/replay/scenario_chart.h"

#include <gtest/gtest.h>

#include "strategies/bags/bag_schedule.h"
#include "strategies/files/file_schedule.h"
#include "tests/support/bag_builders.h"
#include "tests/support/builders.h"

namespace palio {
namespace {

SimulatedScenario scenario(AnyPlatform platform, AnyWorkload workload, ScheduleDetail detail) {
  return {std::move(platform), std::move(workload), "S", {"fake", "1"}, {}, std::move(detail)};
}

TEST(ScenarioChart, ProcessorsAreRowsAndTasksArePlannedAndSimulated) {
  const GraphSchedule detail{{{{{1, {2, 3}, 0, 4}}}}, {{{{{1, {2, 3}, 1, 6}}}}, {}}};
  const GanttChart chart = scenario_chart(scenario(test::platform({test::cluster(2, 1), test::cluster(3, 1)}),
                                                   test::workload(test::graph({{8, 0}})), detail),
                                          "S", "");
  ASSERT_EQ(chart.groups.size(), 2U);
  EXPECT_EQ(chart.groups[1].rows, 3);
  EXPECT_EQ(chart.groups[1].first_number, 2);
  ASSERT_EQ(chart.bars.size(), 2U);
  EXPECT_EQ(chart.bars[0].dates, BarDates::simulated);
  EXPECT_EQ(chart.bars[0].finish, 6);
  EXPECT_EQ(chart.bars[1].dates, BarDates::planned);
  EXPECT_EQ(chart.bars[1].finish, 4);
  EXPECT_EQ(chart.bars[1].rows, (std::vector{2, 3}));
  EXPECT_EQ(chart.applications, (std::vector<std::string>{"application 0"}));
  EXPECT_FALSE(chart.makespan);  // the result has none
}

TEST(ScenarioChart, KnowsTheMakespanOfItsResult) {
  const GraphSchedule detail{{{{{1, {2, 3}, 0, 4}}}}, {{{{{1, {2, 3}, 1, 6}}}}, {}}};
  SimulatedScenario simulated = scenario(test::platform({test::cluster(2, 1), test::cluster(3, 1)}),
                                         test::workload(test::graph({{8, 0}})), detail);
  Completed completed;
  completed.metrics["makespan"] = 5;
  simulated.result.outcome = completed;
  EXPECT_EQ(scenario_chart(simulated, "S", "").makespan, 5);
}

TEST(ScenarioChart, ATaskOfABagIsAMessageAndWork) {
  const BagSchedule schedule{
      {{.application = 1, .worker = 2, .send_start = 0, .send_finish = 1, .start = 1, .finish = 4}}};
  const BagBatch batch{{test::bag(1, 3, 1), test::bag(1, 3, 1)}, 0};
  Star star = test::star({{1, 1}, {1, 1}, {1, 1}});
  GanttChart chart = scenario_chart(scenario(star, batch, schedule), "S", "");
  ASSERT_EQ(chart.bars.size(), 2U);
  EXPECT_EQ(chart.bars[0].kind, BarKind::transfer);
  EXPECT_EQ(chart.bars[0].rows, (std::vector{0, 3}));  // master, worker 2
  EXPECT_EQ(chart.bars[0].label, "input of task 0 to worker 2");
  EXPECT_EQ(chart.bars[1].rows, (std::vector{3}));
  EXPECT_EQ(chart.bars[1].application, 1);
  star.port_model = PortModel::multi_port;
  chart = scenario_chart(scenario(star, batch, schedule), "S", "");
  EXPECT_EQ(chart.bars[0].rows, (std::vector{3}));
}

TEST(ScenarioChart, MessagesOfSharedFilesAreOnTheRowsOfTheirNodes) {
  // Nodes: master 0, supervisor 1, workers 2 and 3.
  FileSchedule schedule;
  schedule.supervisors = 1;
  schedule.tasks = {{1, 2, 5}};
  schedule.messages = {{0, 1, 0, 0, 1}, {1, 3, 0, 1, 2}, {3, 1, -1, 5, 6}};
  schedule.copies = {{0, {0, 3, 5}}};
  const GanttChart chart =
      scenario_chart(scenario(test::star({{1, 1}, {1, 1}}), SharedFileTasks{{1.0}, {0}, 3, 1}, schedule), "S", "");
  ASSERT_EQ(chart.bars.size(), 5U);
  EXPECT_EQ(chart.bars[0].rows, (std::vector{0}));
  EXPECT_EQ(chart.bars[0].label, "file 0 from master to supervisor 0");
  EXPECT_EQ(chart.bars[1].rows, (std::vector{1, 3}));
  EXPECT_EQ(chart.bars[2].rows, (std::vector{3}));
  EXPECT_EQ(chart.bars[2].label, "output from worker 1 to supervisor 0");
  EXPECT_EQ(chart.bars[3].rows, (std::vector{3}));  // task 0 on worker 1
  EXPECT_EQ(chart.bars[4].kind, BarKind::copy);
  EXPECT_EQ(chart.bars[4].rows, (std::vector{2}));
}

}  // namespace
}  // namespace palio
