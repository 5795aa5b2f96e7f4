#pragma once

#include <string>

#include "runners/wire/schedule_json.h"

namespace palio {

/// One completed scenario as an indented JSON document: engine, strategy, metrics (null where they do not apply), cost,
/// and the schedule. Task graphs: every task with its cluster, processors, predicted and simulated dates, and the
/// redistributions. Bags: every task by application, in the order of the sends. Shared files: tasks, copies that were
/// not the first to be done, messages.
std::string simulation_json(const SimulatedScenario& scenario, std::span<const ScheduleForm> forms = schedule_forms());

}  // namespace palio
