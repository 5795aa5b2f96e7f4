#include "strategies/sequential/lists/critical_tasks.h"

#include <algorithm>

namespace palio {
namespace {

constexpr int k_none = -1;

std::vector<int> critical_path(const TaskGraph& graph, std::span<const double> priorities) {
  const auto priority = [&](int task) { return priorities[static_cast<std::size_t>(task)]; };
  int task = k_none;
  for (int entry = 0; entry < graph.task_count(); ++entry)
    if (graph.in_edges(entry).empty() && (task == k_none || priority(entry) > priority(task))) task = entry;
  const double least = priority(task) * (1 - k_rank_tolerance);
  std::vector<int> path;
  while (task != k_none) {
    path.push_back(task);
    const std::span<const Edge> edges = graph.out_edges(task);
    const auto next = std::ranges::find_if(edges, [&](const Edge& edge) { return priority(edge.to) >= least; });
    task = next == edges.end() ? k_none : next->to;
  }
  return path;
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

CriticalTasks critical_tasks(const SequentialInstance& instance, const MeanCosts& costs) {
  const TaskGraph& graph = instance.graph();
  CriticalTasks critical{upward_ranks(graph, costs), std::vector<bool>(graph.tasks().size()), 0};
  const std::vector<double> downward = downward_ranks(graph, costs);
  for (std::size_t task = 0; task < downward.size(); ++task) critical.priorities[task] += downward[task];
  const std::vector<int> path = critical_path(graph, critical.priorities);
  for (const int task : path) critical.is_critical[static_cast<std::size_t>(task)] = true;
  critical.host = quickest_host(instance, path);
  return critical;
}

}  // namespace palio
