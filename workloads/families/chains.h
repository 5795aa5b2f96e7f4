#pragma once

#include <span>

#include "core/identity/canonical.h"
#include "workloads/model/workload.h"

namespace palio {

/// Family "chains" (Coleman, Krishnamachari, arXiv 2403.07120, section IV): chains of one length side by side; their
/// number and length are drawn from lists (stream "shape"). Weights as in workloads/families/parts/weighted_graph.h.
std::span<const ParameterSpec> chain_parameters();
Workload build_chains(const Recipe& recipe, std::string_view definition);

}  // namespace palio
