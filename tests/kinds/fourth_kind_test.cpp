// A kind that the product does not know passes through all layers with only its own files and its rows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "campaign/cli/output/schedule_outputs.h"
#include "campaign/replay/scenario_chart.h"
#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/scenario.h"
#include "runners/wire/simulated_scenario.h"
#include "runners/worker/isolation.h"
#include "strategies/registry.h"
#include "tests/kinds/one_task.h"

namespace palio::test {
namespace {

using testing::HasSubstr;

// The product's table and one row.
template <class Row>
std::vector<Row> with(std::span<const Row> table, Row row) {
  std::vector<Row> rows(table.begin(), table.end());
  rows.push_back(row);
  return rows;
}

Strategy starting(std::string_view name, OneTaskMethod::Start start) {
  return {.name = name,
          .summary = "starts the task",
          .source = "this test",
          .parameters = {},
          .method = std::make_shared<OneTaskMethod>(start)};
}

// As a worker does it: build, compute references, then run the scenario in a separate process and read its answer.
ResultLine carried_out(const Strategy& strategy, const OneProcessor& processor, const OneTask& task) {
  const std::vector<InstanceKind> kinds = with(with_simgrid().kinds, one_task_instance());
  const std::vector<ScheduleForm> forms = with(schedule_forms(), one_task_form());
  BuiltInstance instance = build_instance(processor, task, kinds);
  Isolation isolation(STDOUT_FILENO);
  add_references(instance, {}, [&](const std::function<std::string()>& function) {
    return isolation.run(function, {.cpu_time = 60});
  });
  const ChildReport report = isolation.run(
      [&] { return encode(run_strategy(instance, strategy, {}, Detail::schedule), k_longest_reply, forms); },
      {.cpu_time = 60});
  ReplyLine line = decode_reply(encode_result(1, 0, std::get<std::string>(report.answer), 0, 0), forms);
  return std::get<ResultLine>(std::move(line));
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(FourthKind, IsScheduledSimulatedAndMeasured) {
  // 12 flop at 3 flop/s from 2 s on: until 6 s; a second takes 3 flop: 4 s alone.
  const Strategy late = starting("LATE", [](const OneProcessor&, const OneTask&) { return 2.0; });
  const ResultLine line = carried_out(late, {3}, {12});
  const auto& metrics = std::get<Completed>(line.result.outcome).metrics;
  EXPECT_EQ(metrics["makespan"], 6);
  EXPECT_EQ(metrics["sequential_makespan"], 4);
  EXPECT_EQ(as<OneTaskSchedule>(line.detail.value()).start, 2);
  EXPECT_EQ(as<OneTaskSchedule>(line.detail.value()).finish, 6);
}

TEST(FourthKind, IsValidated) {
  const Strategy early = starting("EARLY", [](const OneProcessor&, const OneTask&) { return -1.0; });
  const Outcome invalid = carried_out(early, {3}, {12}).result.outcome;
  EXPECT_EQ(std::get<Failure>(invalid).kind, FailureKind::invalid_schedule);
  EXPECT_EQ(std::get<Failure>(invalid).message, "planned schedule: the task starts at -1 s");
  const Strategy lost =
      starting("LOST", [](const OneProcessor&, const OneTask&) -> double { throw NoSchedule("does not know when"); });
  const Outcome none = carried_out(lost, {3}, {12}).result.outcome;
  EXPECT_EQ(std::get<Failure>(none).kind, FailureKind::no_schedule);
  EXPECT_EQ(std::get<Failure>(none).message, "does not know when");
}

TEST(FourthKind, GoesWithItsOwnStrategiesAndPlatformsOnly) {
  const Strategy now = starting("NOW", [](const OneProcessor&, const OneTask&) { return 0.0; });
  EXPECT_EQ(error_of([&] { check_platform(now, Star{}); }),
            "strategy NOW schedules single tasks on one processor, not on a star");
  EXPECT_EQ(error_of([&] { check_workload(now, BagBatch{}); }),
            "strategy NOW schedules single tasks, but a workload has bags of tasks");
  EXPECT_EQ(error_of([&] { check_workload(now, OneTask{-1}); }), "strategy NOW cannot undo 1 flop");
  EXPECT_EQ(error_of([] { check_platform(strategy("HCPA"), OneProcessor{1}); }),
            "strategy HCPA schedules task graphs on clusters, not on one processor");
  EXPECT_EQ(std::get<Failure>(carried_out(strategy("WQ"), {3}, {12}).result.outcome).message,
            "strategy WQ schedules tasks that share files on a star, not on one processor");
  const std::vector<InstanceKind> kinds = with(with_simgrid().kinds, one_task_instance());
  EXPECT_EQ(error_of([&] { build_instance(Star{}, OneTask{1}, kinds); }),
            "single tasks run on one processor, not on a star");
}

TEST(FourthKind, IsShown) {
  // An open task takes what the processor does in a second: 3 flop, from 0 to 1 s.
  const Strategy now = starting("NOW", [](const OneProcessor&, const OneTask&) { return 0.0; });
  const ResultLine line = carried_out(now, {3}, {0});
  const SimulatedScenario scenario{OneProcessor{3}, now.method->settled(now.name, {}, OneProcessor{3}, OneTask{0}),
                                   "NOW",           {"closed", "1"},
                                   line.result,     line.detail.value()};
  EXPECT_THAT(simulation_json(scenario, with(schedule_forms(), one_task_form())),
              HasSubstr("\"task\": {\n    \"flop\": 3.0,\n    \"finish\": 1.0\n  }"));
  const GanttChart chart =
      scenario_chart(scenario, "NOW", "", ChartColour::automatic, with(chart_kinds(), one_task_chart()));
  EXPECT_EQ(chart.groups.at(0).name, "3 flop/s");
  EXPECT_EQ(chart.bars.at(0).finish, 1);
  EXPECT_EQ(chart.makespan, 1);
  std::string text;
  TableWriter table(text, Format::csv);
  write_schedule(table, scenario, with(table_kinds(), one_task_table()));
  EXPECT_EQ(text, "start,finish\n0,1\n");
}

}  // namespace
}  // namespace palio::test
