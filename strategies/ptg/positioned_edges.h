#pragma once

#include <cstdint>
#include <vector>

#include "workloads/model/task_graph.h"

namespace palio {

/// The edges of a graph by topological position, in flat arrays.
struct PositionedEdges {
  explicit PositionedEdges(const TaskGraph& graph);

  std::vector<std::size_t> first_child, first_parent;  // by position, and one behind
  std::vector<std::uint32_t> children;                 // of a task by id
  std::vector<std::uint32_t> parents;                  // ascending
  std::vector<std::uint32_t> entries;                  // by id
};

}  // namespace palio
