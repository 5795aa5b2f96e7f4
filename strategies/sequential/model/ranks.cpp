#include "strategies/sequential/model/ranks.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

#include "strategies/ptg/bottom_level.h"

namespace palio {
namespace {

constexpr int k_none = -1;
constexpr double k_rank_tolerance = 1e-9;  // relative: sums of the same numbers in different orders

// The downward rank of an entry is 0, so its priority is its upward rank.
int first_of_path(const TaskGraph& graph, std::span<const double> upward) {
  int first = k_none;
  for (int task = 0; task < graph.task_count(); ++task)
    if (graph.in_edges(task).empty() && (first == k_none || upward[task] > upward[first])) first = task;
  return first;
}

// The child with the largest term in the task's upward rank. No tolerance is needed: every task but an exit has such a
// child, and its bits do not depend on how tasks are numbered.
int longest_child(const TaskGraph& graph, const MeanCosts& costs, std::span<const double> upward, int task) {
  int longest = k_none;
  double most = 0;
  for (const Edge& edge : graph.out_edges(task)) {
    const double length = costs.transfer(edge) + upward[edge.to];
    if (longest != k_none && length <= most) continue;  // edges are in the order of the children
    longest = edge.to;
    most = length;
  }
  return longest;
}

int first_critical_child(const TaskGraph& graph, std::span<const double> priorities, double least, int task) {
  const std::span<const Edge> edges = graph.out_edges(task);
  const auto next = std::ranges::find_if(edges, [&](const Edge& edge) { return priorities[edge.to] >= least; });
  return next == edges.end() ? k_none : next->to;
}

std::vector<int> all_tasks(std::size_t count) {
  std::vector<int> tasks(count);
  std::iota(tasks.begin(), tasks.end(), 0);
  return tasks;
}

// Divisor of the sum over the ordered pairs of distinct hosts; for `saga` both sides are doubled.
double pair_count(double hosts, MeanTransfer pairs) {
  switch (pairs) {
    case MeanTransfer::distinct: return hosts * (hosts - 1);
    case MeanTransfer::with_self: return hosts * hosts;
    case MeanTransfer::saga: return hosts * (hosts + 1);
  }
  return 0;
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
  const double least = upward[first] * (1 - k_rank_tolerance);
  std::vector<int> path;
  for (int task = first; task != k_none;) {
    path.push_back(task);
    critical.is_critical[task] = true;
    task = rule == CriticalRule::longest ? longest_child(graph, costs, upward, task)
                                         : first_critical_child(graph, critical.priorities, least, task);
  }
  critical.host = quickest_host(instance, path);
  return critical;
}

MeanCosts::MeanCosts(const SequentialInstance& instance, MeanTransfer pairs) : times_(mean_times(instance)) {
  for (int source = 0; source < instance.cluster_count(); ++source) {
    for (int target = 0; target < instance.cluster_count(); ++target) {
      const double receivers = instance.hosts_of(target) - (source == target ? 1 : 0);
      if (receivers == 0) continue;
      const Link& link = instance.route(source, target);
      latency_ += instance.hosts_of(source) * receivers * link.latency;
      time_per_byte_ += instance.hosts_of(source) * receivers / link.bandwidth;
    }
  }
  const double count = pair_count(instance.host_count(), pairs);
  if (count == 0) return;
  latency_ /= count;
  time_per_byte_ /= count;
}

std::vector<double> mean_times(const SequentialInstance& instance) {
  std::vector<double> times(instance.graph().tasks().size(), 0);
  for (std::size_t task = 0; task < times.size(); ++task) {
    for (int cluster = 0; cluster < instance.cluster_count(); ++cluster)
      times[task] += instance.hosts_of(cluster) * instance.time_in(cluster, static_cast<int>(task));
    times[task] /= instance.host_count();
  }
  return times;
}

std::vector<double> median_times(const SequentialInstance& instance) {
  const auto hosts = static_cast<std::size_t>(instance.host_count());
  std::vector<double> of_hosts(hosts), medians;
  for (int task = 0; task < instance.graph().task_count(); ++task) {
    for (std::size_t host = 0; host < hosts; ++host) of_hosts[host] = instance.time(task, static_cast<int>(host));
    std::ranges::sort(of_hosts);
    medians.push_back((of_hosts[(hosts - 1) / 2] + of_hosts[hosts / 2]) / 2);
  }
  return medians;
}

std::vector<double> upward_ranks(const TaskGraph& graph, const MeanCosts& costs) {
  return bottom_levels(graph, costs.times(), [&](const Edge& edge) { return costs.transfer(edge); });
}

std::vector<double> downward_ranks(const TaskGraph& graph, const MeanCosts& costs) {
  std::vector<double> ranks(graph.tasks().size(), 0);
  for (const int task : graph.topological_order()) {
    double& rank = ranks[task];
    for (const Edge& edge : graph.in_edges(task))
      rank = std::max(rank, ranks[edge.from] + costs.time(edge.from) + costs.transfer(edge));
  }
  return ranks;
}

std::vector<int> by_generation(const TaskGraph& graph) {
  std::vector<int> order = all_tasks(graph.tasks().size());
  std::ranges::stable_sort(order, {}, [&](int task) { return graph.level(task); });
  return order;
}

std::vector<int> by_upward_rank(const TaskGraph& graph, std::span<const double> ranks) {
  std::vector<int> order = all_tasks(ranks.size());
  std::ranges::sort(order, {}, [&](int task) { return std::tuple(-ranks[task], graph.level(task), task); });
  return order;
}

std::vector<int> by_priority(std::span<const double> priorities) {
  std::vector<int> order = all_tasks(priorities.size());
  std::ranges::stable_sort(order, std::greater{}, [&](int task) { return priorities[task]; });
  return order;
}

std::vector<double> coffman_graham_labels(const TaskGraph& graph) {
  const std::size_t tasks = graph.tasks().size();
  std::vector<std::vector<int>> parents(tasks), labels(tasks);  // along edges that do not follow from others
  std::vector<std::vector<bool>> below(tasks, std::vector<bool>(tasks));
  std::vector<std::size_t> open(tasks);  // children without a label
  const std::span<const int> order = graph.topological_order();
  for (std::size_t i = tasks; i-- > 0;) {
    const int task = order[i];
    std::vector<int> children;
    for (const Edge& edge : graph.out_edges(task)) children.push_back(edge.to);
    std::ranges::sort(children, {}, [&](int child) { return graph.topological_position(child); });
    for (const int child : children) {
      if (below[task][child]) continue;
      parents[child].push_back(task);
      ++open[task];
      below[task][child] = true;
      for (std::size_t other = 0; other < tasks; ++other)
        below[task][other] = below[task][other] || below[child][other];
    }
  }
  std::set<std::pair<std::vector<int>, int>> next;  // by the labels of their children
  for (int task = 0; task < graph.task_count(); ++task)
    if (open[task] == 0) next.emplace(std::vector<int>(), task);
  std::vector<double> label(tasks);
  for (int given = 1; !next.empty(); ++given) {
    const int task = next.begin()->second;
    next.erase(next.begin());
    label[task] = given;
    for (const int parent : parents[task]) {
      labels[parent].insert(labels[parent].begin(), given);
      if (--open[parent] == 0) next.emplace(labels[parent], parent);
    }
  }
  return label;
}

}  // namespace palio
