#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "workloads/model/task_graph.h"

namespace palio {

/// The edges of a graph by topological position, in flat arrays.
struct PositionedEdges {
  explicit PositionedEdges(const TaskGraph& graph);

  /// After a change of the children.
  void link_parents();

  std::span<const std::uint32_t> children_of(std::size_t position) const {
    return std::span(children).subspan(first_child[position], first_child[position + 1] - first_child[position]);
  }
  std::span<const std::uint32_t> parents_of(std::size_t position) const {
    return std::span(parents).subspan(first_parent[position], first_parent[position + 1] - first_parent[position]);
  }

  std::vector<std::size_t> first_child, first_parent;  // by position, and one behind
  std::vector<std::uint32_t> children;                 // of a task by id
  std::vector<std::uint32_t> parents;                  // ascending
  std::vector<std::uint32_t> entries;                  // by id
};

}  // namespace palio
