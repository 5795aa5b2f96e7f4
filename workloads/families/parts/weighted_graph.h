#pragma once

#include <utility>
#include <vector>

#include "core/identity/registry.h"
#include "workloads/families/parts/batch.h"
#include "workloads/model/workload.h"

namespace palio {

// Parameters of graphs whose tasks and edges have weights of 1 on average.
inline constexpr ParameterSpec k_mean_flop =
    scale_parameter("mean_flop", "flop", "work of a sequential task of weight 1", 1e-3, 1e24, "1e12");
inline constexpr ParameterSpec k_mean_bytes =
    scale_parameter("mean_bytes", "byte", "data on an edge of weight 1", 1e-3, 1e18, "1e11");

/// A graph of sequential tasks without weights; edges go from smaller to larger numbers.
struct GraphShape {
  int tasks = 0;
  std::vector<std::pair<int, int>> edges;  // from, to
};

/// The shape between one entry and one exit, which weigh next to nothing, as their edges do; the others have weights
/// from the recipe's stream "costs" (k_relative_weight): the tasks by number, then the edges. Task 0 is the entry.
Workload weighted_graph(const GraphShape& shape, const Recipe& recipe, std::span<const ParameterSpec> specs);

}  // namespace palio
