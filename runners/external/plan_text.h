#pragma once

#include <string>
#include <string_view>

#include "core/identity/parameters.h"
#include "runners/external/graph_plan.h"

namespace palio {

// What a command reads and writes about task graphs, a JSON line each without its newline: docs/own-strategies.md.

std::string instance_text(const Platform& platform, const Workload& workload);

/// `parameters` without the digest.
std::string question_text(std::string_view strategy, const Parameters& parameters);

/// Puts the answer into a plan. Throws FailedElsewhere for what is none.
void read_plan(const std::string& command, const std::string& line, GraphPlan& plan);

}  // namespace palio
