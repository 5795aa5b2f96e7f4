#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/scenario.h"
#include "strategies/files/file_schedule.h"
#include "tests/runners/kinds/isolated_scenario.h"

namespace palio {
namespace {

using testing::ElementsAre;
using testing::FieldsAre;

// As a worker does it: references first, then the scenario, each in a process of its own.
ResultLine run_line(BuiltInstance& instance, const std::string& text, Detail detail) {
  const Recipe recipe = test::recipe(text);
  Isolation isolation(STDOUT_FILENO);
  add_references(instance, {recipe}, [&](const std::function<std::string()>& function) {
    return isolation.run(function, {.cpu_time = 60});
  });
  return test::isolated_scenario([&]() -> const BuiltInstance& { return instance; }, recipe, detail);
}

ScenarioResult run(BuiltInstance& instance, const std::string& text) {
  return run_line(instance, text, Detail::metrics).result;
}

BuiltInstance one_bag() {
  return build_instance(Star{{{1, {1, 0}}}, 1}, BagBatch{{{"", 2, 3, 1, 0}}, 0}, with_simgrid().kinds);
}

TEST(BagScenario, OneApplicationOnOneWorkerByHand) {
  // 1 flop/s and 1 byte/s; 2 tasks of 3 flop and 1 byte. Sent from 0 to 1 and 1 to 2 s, computed from 1 to 4 and 4 to
  // 7 s. In the fluid model the worker is busy from the start: 6 s, the optimum with stretch 1. So 7/6.
  BuiltInstance instance = one_bag();
  const ScenarioResult result = run(instance, "FIFO-RR");
  const MetricValues& metrics = std::get<Completed>(result.outcome).metrics;
  test::expect_metrics(metrics, 1e-9,
                       {{"makespan", 7}, {"sequential_makespan", 6}, {"max_stretch", 7.0 / 6}, {"sum_flow", 7}});
  // No schedule is shorter: nothing can be computed before 1 s.
  test::expect_metrics(metrics, 1e-9, {{"lower_bound", 7}, {"bound_ratio", 1}, {"speedup", 6.0 / 7}});
  EXPECT_NEAR(metrics["optimal_max_stretch"], 1, 2e-6);
  EXPECT_NEAR(metrics["relative_max_stretch"], 7.0 / 6, 3e-6);
  test::expect_metrics(metrics, 0, {{"task_count", 2}, {"processors_used", 1}});
  EXPECT_TRUE(std::isnan(metrics["lp_count"]));
  EXPECT_TRUE(std::get<Completed>(result.outcome).applications.empty());
}

TEST(BagScenario, LinearProgramsAreCounted) {
  BuiltInstance instance = build_instance(Star{{{1, {1, 0}}, {2, {2, 0}}}, 2},
                                          BagBatch{{{"", 3, 3, 1, 0}, {"", 2, 1, 1, 2}}, 0}, with_simgrid().kinds);
  const ScenarioResult result = run(instance, "CBS3M-EDF");
  const auto& completed = std::get<Completed>(result.outcome);
  EXPECT_GT(completed.metrics["lp_count"], 0);
  EXPECT_GE(completed.metrics["relative_max_stretch"], 1 - 2e-6);
  EXPECT_GE(result.cost.lp_time, 0);
  EXPECT_LE(result.cost.lp_time, result.cost.schedule_time + 1e-9);
  ASSERT_EQ(completed.applications.size(), 2U);
  EXPECT_EQ(completed.applications[1].release_date, 2);
}

TEST(BagScenario, TaskGraphStrategiesAreRefused) {
  BuiltInstance instance = one_bag();
  EXPECT_EQ(std::get<Failure>(run(instance, "HCPA").outcome).message,
            "strategy HCPA schedules task graphs on clusters, not on a star");
}

BuiltInstance four_tasks() {
  return build_instance(Star{{{1, {1, 0}}, {1, {1, 0}}}, 1}, SharedFileTasks{{1.0}, {0, 0, 0, 0}, 2, 0},
                        with_simgrid().kinds);
}

TEST(FileScenario, FourTasksOnTwoWorkersByHand) {
  // One file of 1 s, tasks of 2 s. WQ sends it for each task: worker 0 runs from 1 to 3 and 4 to 6 s, worker 1 from 2
  // to 4 and 5 to 7 s. One node: 1 + 4 x 2 = 9 s; efficiency 9 / (2 x 7).
  BuiltInstance instance = four_tasks();
  const MetricValues metrics = std::get<Completed>(run(instance, "WQ").outcome).metrics;
  test::expect_metrics(
      metrics, 1e-9,
      {{"makespan", 7}, {"predicted_makespan", 7}, {"sequential_makespan", 9}, {"efficiency", 9.0 / 14}});
  test::expect_metrics(metrics, 0, {{"processors", 2}, {"processors_used", 2}, {"supervisors", 0}, {"task_count", 4}});
  // The file and then 8 s of work on two workers: 5 s.
  test::expect_metrics(metrics, 1e-9, {{"lower_bound", 5}, {"bound_ratio", 1.4}, {"speedup", 9.0 / 7}});
}

auto near(double value) { return testing::DoubleNear(value, 1e-9); }
auto message(int from, int to, double start, double finish) {
  return FieldsAre(from, to, 0, near(start), near(finish));  // file 0
}

TEST(FileScenario, TheScheduleOnRequestHasMessages) {
  // As above: files to worker 0 (node 1) from 0 to 1 and 3 to 4 s, to worker 1 (node 2) from 1 to 2 and 4 to 5 s.
  BuiltInstance instance = four_tasks();
  const ResultLine line = run_line(instance, "WQ", Detail::schedule);
  const auto& schedule = as<FileSchedule>(line.detail.value());
  EXPECT_THAT(schedule.messages,
              ElementsAre(message(0, 1, 0, 1), message(0, 2, 1, 2), message(0, 1, 3, 4), message(0, 2, 4, 5)));
  EXPECT_TRUE(schedule.copies.empty());
  EXPECT_THAT(schedule.tasks[3], FieldsAre(1, near(5), near(7)));
  EXPECT_FALSE(run_line(instance, "WQ", Detail::metrics).detail);
}

TEST(FileScenario, CopiesThatAreStoppedAreInTheSchedule) {
  // Two tasks of 2 flop; worker 1 has a third of the speed. The file is with the supervisor (node 1) at 1 s, with
  // worker 0 at 2 s and with worker 1 at 3 s. Worker 0 computes from 2 to 4 s, then a copy of worker 1's task from 4 to
  // 6 s, which is done before worker 1 is, at 9 s.
  BuiltInstance instance = build_instance(Star{{{1, {1, 0}}, {1.0 / 3, {1, 0}}}, 1},
                                          SharedFileTasks{{1.0}, {0, 0}, 2, 0}, with_simgrid().kinds);
  const ResultLine line = run_line(instance, "WQ+H", Detail::schedule);
  const auto& schedule = as<FileSchedule>(line.detail.value());
  EXPECT_EQ(schedule.supervisors, 1);
  EXPECT_THAT(schedule.messages, ElementsAre(message(0, 1, 0, 1), message(1, 2, 1, 2), message(1, 3, 2, 3)));
  EXPECT_THAT(schedule.tasks[1], FieldsAre(0, near(4), near(6)));
  EXPECT_THAT(schedule.copies, ElementsAre(FieldsAre(1, FieldsAre(1, near(3), near(6)))));
}

}  // namespace
}  // namespace palio
