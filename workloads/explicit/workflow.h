#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "workloads/model/workload.h"

namespace palio {

/// Family "workflow": the task graphs of a file of any known format (docs/workflows.md). Its definition is what
/// to_json() writes of the file.
std::span<const ParameterSpec> workflow_parameters();
Workload build_workflow(const Recipe& recipe, std::string_view definition);

}  // namespace palio
