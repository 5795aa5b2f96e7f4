#pragma once

#include <string>
#include <string_view>

#include "runners/protocol.h"

namespace palio {

/// One completed scenario as an indented JSON document: engine, strategy, metrics (null where they do not apply), cost,
/// and every task with its cluster, processors, predicted and simulated dates; redistributions with theirs.
std::string simulation_json(const Platform& platform, const Workload& workload, std::string_view strategy,
                            const EngineInfo& engine, const ScenarioResult& result, const ScheduleDetail& detail);

/// "task 3" or the name the task has.
std::string task_title(const TaskGraph& graph, int task);

}  // namespace palio
