#pragma once

#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "workloads/model/workload.h"

namespace palio {

/// Family "random-batch": layered random task graphs of mixed types (workloads/families/parts/layered_graph.h):
/// N'Takpe, Suter, INRIA RR-6774, section 2. Graph i has three streams of its own: "type/i" with six integers that
/// choose from the lists of tasks, widths, regularities, densities, jumps and complexities, in this order, then
/// "shape/i" and "costs/i" for the graph. The batch size shapes the draws: batches of different sizes are independent.
/// A draw from a list of one value takes nothing from its stream.
std::span<const ParameterSpec> random_batch_parameters();
Workload build_random_batch(const Recipe& recipe, std::string_view definition);

}  // namespace palio
