#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "core/identity/parameters.h"
#include "workloads/model/workload.h"

namespace palio {

/// Family "workflow": the task graphs of a file of any known format (docs/workflows.md). Its definition is what
/// to_json() writes of the file.
std::span<const ParameterSpec> workflow_parameters();
Workload build_workflow(const Recipe& recipe, std::string_view definition);

/// Family "duel": the task graph of a JSON file, which a search (palio duel) made, with the lineage that its parameters
/// tell. build_file_workload() builds it.
inline constexpr std::string_view k_duel_family = "duel";
std::span<const ParameterSpec> duel_workload_parameters();

}  // namespace palio
