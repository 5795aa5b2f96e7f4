#include "strategies/sequential/model/critical_tasks.h"

#include <algorithm>

namespace palio {
namespace {

constexpr int k_none = -1;

// Its downward rank is 0, so that its priority is its upward rank.
int first_of_path(const TaskGraph& graph, std::span<const double> upward) {
  int first = k_none;
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty() &&
        (first == k_none || upward[static_cast<std::size_t>(task)] > upward[static_cast<std::size_t>(first)]))
      first = task;
  return first;
}

template <class Next>
std::vector<int> path_from(int task, Next next) {
  std::vector<int> path;
  for (; task != k_none; task = next(task)) path.push_back(task);
  return path;
}

// The largest term of the parent's upward rank, which needs no tolerance: every task but an exit has one, and its bits
// are the same however the tasks are numbered.
int longest_child(const TaskGraph& graph, const MeanCosts& costs, std::span<const double> upward, int task) {
  int longest = k_none;
  double most = 0;
  for (const Edge& edge : graph.out_edges(task)) {
    const double length = costs.transfer(edge) + upward[static_cast<std::size_t>(edge.to)];
    if (longest != k_none && length <= most) continue;  // edges are in the order of the children
    longest = edge.to;
    most = length;
  }
  return longest;
}

int first_critical_child(const TaskGraph& graph, std::span<const double> priorities, double least, int task) {
  const std::span<const Edge> edges = graph.out_edges(task);
  const auto next = std::ranges::find_if(
      edges, [&](const Edge& edge) { return priorities[static_cast<std::size_t>(edge.to)] >= least; });
  return next == edges.end() ? k_none : next->to;
}

}  // namespace

int quickest_host(const SequentialInstance& instance, std::span<const int> tasks) {
  int quickest = 0;
  double least = 0;
  for (int cluster = 0; cluster < instance.cluster_count(); ++cluster) {
    double total = 0;
    for (const int task : tasks) total += instance.time_in(cluster, task);
    if (cluster > 0 && total >= least) continue;
    quickest = instance.first_host(cluster);
    least = total;
  }
  return quickest;
}

CriticalTasks critical_tasks(const SequentialInstance& instance, const MeanCosts& costs, CriticalRule rule) {
  const TaskGraph& graph = instance.graph();
  const std::vector<double> upward = upward_ranks(graph, costs);
  CriticalTasks critical{downward_ranks(graph, costs), std::vector<bool>(upward.size()), 0};
  for (std::size_t task = 0; task < upward.size(); ++task)
    critical.priorities[task] = upward[task] + critical.priorities[task];
  const int first = first_of_path(graph, upward);
  const double least = upward[static_cast<std::size_t>(first)] * (1 - k_rank_tolerance);
  const std::vector<int> path = path_from(first, [&](int task) {
    return rule == CriticalRule::longest ? longest_child(graph, costs, upward, task)
                                         : first_critical_child(graph, critical.priorities, least, task);
  });
  for (const int task : path) critical.is_critical[static_cast<std::size_t>(task)] = true;
  critical.host = quickest_host(instance, path);
  return critical;
}

}  // namespace palio
