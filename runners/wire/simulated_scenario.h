#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>

#include "core/outcome.h"
#include "platforms/model/any_platform.h"
#include "runners/wire/execution.h"
#include "strategies/bags/bag_schedule.h"
#include "strategies/files/file_schedule.h"
#include "workloads/model/any_workload.h"

namespace palio {

/// The schedules of Palio's kinds of application.
using Schedules = TypeList<GraphSchedule, BagSchedule, FileSchedule>;

/// A completed scenario with what the numbers of its schedule refer to.
struct SimulatedScenario {
  AnyPlatform platform;
  AnyWorkload workload;  // with dates and numbers of tasks, also where its recipe leaves them open
  std::string strategy;  // canonical text
  EngineInfo engine;
  ScenarioResult result;
  ScheduleDetail detail;
  std::optional<int> realization = {};  // whose schedule it is; none: that of the plan executed as estimated
};

/// Null: the schedule is that of the plan executed as estimated.
const RealizationMetrics* shown_realization(const SimulatedScenario& scenario);

/// How scenarios of one kind are shown on a canvas, such as a chart or a table: a row of its table.
template <class Canvas>
struct Display {
  std::type_index type;  // of the schedule
  void (*show)(Canvas& canvas, const SimulatedScenario& scenario);
};

/// The row from a function that knows the type of the schedule.
template <class Schedule, class Canvas, void (*show)(Canvas&, const SimulatedScenario&, const Schedule&)>
RowFor<Schedule, Display<Canvas>> display() {
  return {{typeid(Schedule), [](Canvas& canvas, const SimulatedScenario& scenario) {
             show(canvas, scenario, as<Schedule>(scenario.detail));
           }}};
}

/// "task 3" or the name the task has.
std::string task_title(const TaskGraph& graph, int task);

/// "application 3" or the name it has.
std::string application_title(const std::string& name, std::size_t application);

/// "master", "supervisor 0", "worker 3": a node of FileTransfer.
std::string node_title(int node, int supervisors);

/// How the schedules of one kind of application are written: a row of the table.
struct ScheduleForm {
  std::type_index type;   // of the schedule
  std::string_view mark;  // key that the JSON of no other kind has
  // Inside a protocol line, dates in s.
  nlohmann::json (*write)(const ScheduleDetail& detail);
  ScheduleDetail (*read)(const nlohmann::json& object);
  // Into the document of a scenario, simulation_json().
  void (*describe)(nlohmann::ordered_json& document, const SimulatedScenario& scenario);
};

/// The row from functions that know the type of the schedule.
template <class Schedule, auto write, auto read, auto describe>
RowFor<Schedule, ScheduleForm> schedule_form(std::string_view mark) {
  return {{typeid(Schedule), mark, [](const ScheduleDetail& detail) { return write(as<Schedule>(detail)); },
           [](const nlohmann::json& object) -> ScheduleDetail { return read(object); },
           [](nlohmann::ordered_json& document, const SimulatedScenario& scenario) {
             describe(document, scenario, as<Schedule>(scenario.detail));
           }}};
}

/// The rows of all kinds.
std::span<const ScheduleForm> schedule_forms();

/// One completed scenario as an indented JSON document: engine, strategy, metrics (null where they do not apply), cost,
/// the realization if one is shown, and the schedule. Task graphs: every task with its cluster, processors, predicted
/// and simulated dates, and the redistributions. Bags: every task by application, in the order of the sends. Shared
/// files: tasks, copies that were not the first to be done, messages.
std::string simulation_json(const SimulatedScenario& scenario, std::span<const ScheduleForm> forms = schedule_forms());

}  // namespace palio
