#include "strategies/ptg/positioned_edges.h"

#include <numeric>

namespace palio {

PositionedEdges::PositionedEdges(const TaskGraph& graph) {
  const auto position = [&](int task) { return static_cast<std::uint32_t>(graph.topological_position(task)); };
  for (const int task : graph.topological_order()) {
    first_child.push_back(children.size());
    for (const Edge& edge : graph.out_edges(task)) children.push_back(position(edge.to));
  }
  first_child.push_back(children.size());
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty()) entries.push_back(position(task));
  const std::size_t tasks = first_child.size() - 1;
  first_parent.assign(tasks + 1, 0);
  for (const std::uint32_t child : children) ++first_parent[child + 1];
  std::partial_sum(first_parent.begin(), first_parent.end(), first_parent.begin());
  parents.resize(children.size());
  std::vector<std::size_t> place(first_parent.begin(), first_parent.end() - 1);
  for (std::uint32_t i = 0; i < tasks; ++i)
    for (std::size_t edge = first_child[i]; edge < first_child[i + 1]; ++edge) parents[place[children[edge]]++] = i;
}

}  // namespace palio
