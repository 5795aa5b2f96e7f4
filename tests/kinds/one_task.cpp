#include "tests/kinds/one_task.h"

#include <nlohmann/json.hpp>

#include "runners/kinds/steps.h"

namespace palio::test {

void OneTaskMethod::check_workload(std::string_view strategy, const OneTask& task) const {
  if (task.flop < 0) throw UserError(fmt::format("strategy {} cannot undo {} flop", strategy, -task.flop));
}

OneTask OneTaskMethod::settled_workload(std::string_view /*strategy*/, const Parameters& /*parameters*/,
                                        const OneProcessor& processor, const OneTask& task) const {
  return {task.flop == 0 ? processor.speed : task.flop};
}

namespace {

class OneTaskInstance final : public KindInstance {
public:
  using Method = OneTaskMethod;

  OneTaskInstance(OneProcessor processor, OneTask task, const std::string& /*trace*/)
      : processor_(processor), task_(task) {}

  void add_references(const StrategySet& /*known*/, const std::vector<Recipe>& /*strategies*/,
                      const Measure& measure) override {
    second_ = measure([&] { return processor_.speed; });
  }

  Outcome run(const Strategy& strategy, const Parameters& parameters, const Wanted& wanted,
              ScenarioReply& reply) const override {
    const auto& method = method_for<OneTaskMethod>(strategy, processor_, task_);
    const OneTask task = method.settled_workload(strategy.name, parameters, processor_, task_);
    const double start =
        timed(Activity::scheduling, reply.schedule_time, [&] { return method.start(processor_, task); });
    if (start < 0) return invalid("planned schedule", fmt::format("the task starts at {} s", start));
    const OneTaskSchedule schedule = timed(Activity::simulating, reply.simulation_time, [&] {
      return OneTaskSchedule{start, start + task.flop / processor_.speed};
    });
    Completed completed;
    completed.metrics["makespan"] = schedule.finish;
    completed.metrics["sequential_makespan"] = task.flop / std::get<double>(second_);
    if (wanted.detail == Detail::schedule) reply.detail = schedule;
    return completed;
  }

private:
  OneProcessor processor_;
  OneTask task_;
  Reference second_ = 0.0;  // flop that take a second
};

nlohmann::json write_dates(const OneTaskSchedule& schedule) {
  return {{"one", nlohmann::json::array({schedule.start, schedule.finish})}};
}

OneTaskSchedule read_dates(const nlohmann::json& object) { return {object.at("one").at(0), object.at("one").at(1)}; }

void describe(nlohmann::ordered_json& document, const SimulatedScenario& scenario, const OneTaskSchedule& schedule) {
  document["task"] = {{"flop", as<OneTask>(scenario.workload).flop}, {"finish", schedule.finish}};
}

void draw(GanttChart& chart, const SimulatedScenario& scenario, const OneTaskSchedule& schedule) {
  chart.groups.push_back({fmt::format("{} flop/s", as<OneProcessor>(scenario.platform).speed), "", 1, 0});
  chart.applications.emplace_back("the task");
  chart.bars.push_back({.rows = {0}, .start = schedule.start, .finish = schedule.finish});
}

void print(TableWriter& table, const SimulatedScenario& /*scenario*/, const OneTaskSchedule& schedule) {
  table.header({"start", "finish"});
  table.row({schedule.start, schedule.finish});
}

}  // namespace

InstanceKind one_task_instance() { return instance_kind<OneTaskInstance>(); }
ScheduleForm one_task_form() { return schedule_form<OneTaskSchedule, write_dates, read_dates, describe>("one"); }
Display<GanttChart> one_task_chart() { return display<OneTaskSchedule, GanttChart, draw>(); }
Display<TableWriter> one_task_table() { return display<OneTaskSchedule, TableWriter, print>(); }

}  // namespace palio::test
