#pragma once

#include <string>

#include "platforms/model/any_platform.h"
#include "runners/wire/protocol.h"
#include "workloads/model/any_workload.h"

namespace palio {

/// A completed scenario with what the numbers of its schedule refer to.
struct SimulatedScenario {
  AnyPlatform platform;
  AnyWorkload workload;  // with dates and numbers of tasks, also where its recipe leaves them open
  std::string strategy;  // canonical text
  EngineInfo engine;
  ScenarioResult result;
  ScheduleDetail detail;
};

/// "task 3" or the name the task has.
std::string task_title(const TaskGraph& graph, int task);

/// "application 3" or the name it has.
std::string application_title(const std::string& name, std::size_t application);

/// "master", "supervisor 0", "worker 3": a node of FileTransfer.
std::string node_title(int node, int supervisors);

}  // namespace palio
