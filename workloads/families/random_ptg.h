#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "workloads/model/workload.h"

namespace palio {

/// Family "random-ptg": layered random task graphs of one type (workloads/families/parts/layered_graph.h). Graph i of a
/// batch has two streams of its own, "shape/i" and "costs/i", so that it is the same whatever the batch size.
std::span<const ParameterSpec> random_ptg_parameters();
Workload build_random_ptg(const Recipe& recipe, std::string_view definition);

}  // namespace palio
