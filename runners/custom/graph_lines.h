#pragma once

#include <cstdint>
#include <string>

#include "core/identity/parameters.h"
#include "platforms/model/platform.h"
#include "runners/custom/graph_plan.h"
#include "strategies/model/strategy.h"
#include "strategies/ptg/run_time.h"
#include "workloads/model/workload.h"

namespace palio {

// The lines that a command reads and writes about task graphs, in JSON and without newlines: docs/custom-strategies.md.

std::string instance_text(const Platform& platform, const Workload& workload);

/// A hash of all that may differ in this line between the instances of one scenario: of several realizations, of what
/// is left of the workload.
std::uint64_t content_hash(const Platform& platform, const Workload& workload);

std::string schedule_text(const Strategy& strategy, const Parameters& parameters);
std::string decide_text(const Strategy& strategy, const Parameters& parameters, const Situation& situation);

// Read an answer into a plan. Throw FailedElsewhere if it is not a plan, or not decisions.
void read_plan(const std::string& command, const std::string& line, GraphPlan& plan);
void read_decisions(const std::string& command, const std::string& line, GraphPlan& plan);

}  // namespace palio
