#pragma once

#include <optional>
#include <span>
#include <string>

#include "platforms/model/platform.h"
#include "strategies/model/dates.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio {

/// The first rule that a plan breaks, in one sentence that names the tasks, processors and dates; empty for a valid
/// plan. Rules: every task once, on distinct processors of one cluster; finite dates, no start before the release date
/// nor before the decision; duration as the speed-up model says; one task per processor at a time; no start before
/// every parent's finish plus the communication estimate, if not ignored. Dates may differ by k_date_tolerance,
/// relatively.
std::optional<std::string> find_violation(const Platform& platform, const Workload& workload, const Schedule& schedule,
                                          PlannedCommunication communication = PlannedCommunication::estimated);

/// The same for simulated dates. An edge that moves data between processors has a transfer, which starts after its
/// sender's finish and ends before its receiver's start.
std::optional<std::string> find_simulated_violation(const Platform& platform, const Workload& workload,
                                                    const Schedule& simulated, std::span<const Transfer> transfers);

/// Whether the data of an edge has to move at all: it has bytes, and not all blocks stay on their processor.
bool needs_transfer(const Edge& edge, const Placement& from, const Placement& to);

}  // namespace palio
