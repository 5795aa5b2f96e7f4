#include "strategies/sequential/model/ranks.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "strategies/ptg/bottom_level.h"

namespace palio {
namespace {

std::vector<int> all_tasks(std::size_t count) {
  std::vector<int> tasks(count);
  std::iota(tasks.begin(), tasks.end(), 0);
  return tasks;
}

// By how many the sum over the ordered pairs of distinct hosts is divided; of `saga` both sides are doubled.
double pair_count(double hosts, MeanTransfer pairs) {
  switch (pairs) {
    case MeanTransfer::distinct: return hosts * (hosts - 1);
    case MeanTransfer::with_self: return hosts * hosts;
    case MeanTransfer::saga: return hosts * (hosts + 1);
  }
  return 0;
}

}  // namespace

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
    double& rank = ranks[static_cast<std::size_t>(task)];
    for (const Edge& edge : graph.in_edges(task))
      rank = std::max(rank, ranks[static_cast<std::size_t>(edge.from)] + costs.time(edge.from) + costs.transfer(edge));
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
  std::ranges::sort(
      order, {}, [&](int task) { return std::tuple(-ranks[static_cast<std::size_t>(task)], graph.level(task), task); });
  return order;
}

std::vector<int> by_priority(std::span<const double> priorities) {
  std::vector<int> order = all_tasks(priorities.size());
  std::ranges::stable_sort(order, std::greater{}, [&](int task) { return priorities[static_cast<std::size_t>(task)]; });
  return order;
}

}  // namespace palio
