#pragma once

#include <span>

#include "core/identity/canonical.h"
#include "workloads/model/workload.h"

namespace palio {

/// Family "scientific": workflows of the structure of an application of WfInstances whose runtimes and files are
/// log-normal with the means and variations of its traces (recipes.h). Streams: "shape" for the numbers of groups and
/// members, "costs" for the tasks by type, group, member, then the files by row of the table and parent.
std::span<const ParameterSpec> scientific_parameters();
Workload build_scientific(const Recipe& recipe, std::string_view definition);

}  // namespace palio
