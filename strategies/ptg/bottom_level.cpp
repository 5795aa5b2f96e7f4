#include "strategies/ptg/bottom_level.h"

#include <algorithm>

#include "workloads/model/speedup.h"

namespace palio {
namespace {

template <class EdgeTime>
std::vector<double> levels_from_exits(const TaskGraph& graph, std::span<const double> task_time, EdgeTime edge_time) {
  std::vector<double> level(task_time.begin(), task_time.end());
  const std::span<const int> order = graph.topological_order();
  for (std::size_t i = order.size(); i-- > 0;) {
    double below = 0;
    for (const Edge& edge : graph.out_edges(order[i])) below = std::max(below, edge_time(edge) + level[edge.to]);
    level[order[i]] += below;
  }
  return level;
}

}  // namespace

std::vector<double> execution_times(const TaskGraph& graph, std::span<const int> allocation, double speed) {
  std::vector<double> times;
  for (const Task& task : graph.tasks()) times.push_back(execution_time(task, allocation[times.size()], speed));
  return times;
}

std::vector<double> bottom_levels(const TaskGraph& graph, std::span<const double> task_time) {
  return levels_from_exits(graph, task_time, [](const Edge&) { return 0.0; });
}

std::vector<double> bottom_levels(const TaskGraph& graph, std::span<const double> task_time,
                                  const std::function<double(const Edge&)>& edge_time) {
  return levels_from_exits(graph, task_time, edge_time);
}

std::vector<int> priority_order(const TaskGraph& graph, std::span<const double> bottom_level) {
  std::vector<int> order(graph.topological_order().begin(), graph.topological_order().end());
  std::ranges::stable_sort(order, [&](int a, int b) { return bottom_level[a] > bottom_level[b]; });
  return order;
}

}  // namespace palio
