#pragma once

#include <span>

#include "core/identity/canonical.h"
#include "workloads/model/workload.h"

namespace palio {

/// Families "in-trees" and "out-trees" (Coleman, Krishnamachari, arXiv 2403.07120, section IV): complete trees of as
/// many levels and children as drawn from lists (stream "shape"), whose edges lead to the root or from it. Weights as
/// in workloads/families/parts/weighted_graph.h.
std::span<const ParameterSpec> tree_parameters();
Workload build_in_tree(const Recipe& recipe, std::string_view definition);
Workload build_out_tree(const Recipe& recipe, std::string_view definition);

}  // namespace palio
