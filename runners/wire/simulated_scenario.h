#pragma once

#include <string>

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
};

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

}  // namespace palio
