#include "strategies/ptg/cluster_batch/lists/lists.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/cluster_batch/batch_plan.h"
#include "strategies/ptg/list_mapping.h"

namespace palio {
namespace {

// Half a processor may come out as 0.49999999999999994 from sums of rounded flop.
constexpr double k_share_rounding = 1 + 1e-12;

double weight(const TaskGraph& graph, Share share) {
  if (share == Share::work) return graph.total_flop();
  return share == Share::width ? maximal_width(graph) : 1.0;
}

BatchAllocation allocate(const Workload& workload, const std::vector<int>& shares, double speed,
                         const AllocationRule& rule) {
  BatchAllocation allocation;
  for (std::size_t app = 0; app < shares.size(); ++app)
    allocation.push_back(cluster_allocation(workload.applications[app].graph, shares[app], speed, rule));
  return allocation;
}

// Shares of the competing graphs that have open tasks. `weights`: of all graphs as they were released.
std::vector<int> open_shares(const std::vector<double>& weights, const RemainingBatch& remaining, int processors,
                             Share share) {
  std::vector<double> competing;
  for (const std::size_t app : remaining.competing) competing.push_back(weights[app]);
  const std::vector<int> shares = processor_shares(competing, processors, share);
  std::vector<int> by_application(weights.size());
  for (std::size_t i = 0; i < shares.size(); ++i) by_application[remaining.competing[i]] = shares[i];
  return of_open(by_application, remaining);
}

// C* of the graphs of which nothing has started yet. If a graph's share is the whole cluster, `allocation` already has
// the one it needs.
void find_yardsticks(const RemainingBatch& remaining, const Cluster& cluster, const AllocationRule& rule,
                     const std::vector<int>& shares, const BatchAllocation& allocation,
                     std::vector<double>& dedicated) {
  for (std::size_t i = 0; i < shares.size(); ++i) {
    double& makespan = dedicated[remaining.application[i]];
    if (makespan > 0) continue;
    const TaskGraph& graph = remaining.open.applications[i].graph;
    makespan = shares[i] == cluster.processors
                   ? last_finish(list_plan(graph, allocation[i], cluster.processors, cluster.speed))
                   : dedicated_makespan(graph, cluster.processors, cluster.speed, rule);
  }
}

// One graph of all tasks, by application; entry and end are implicit in a task graph.
TaskGraph join(const Workload& workload) {
  std::vector<Task> tasks;
  std::vector<Edge> edges;
  for (const Application& application : workload.applications) {
    const int first = static_cast<int>(tasks.size());
    for (const Edge& edge : application.graph.edges())
      edges.push_back({first + edge.from, first + edge.to, edge.bytes});
    tasks.insert(tasks.end(), application.graph.tasks().begin(), application.graph.tasks().end());
  }
  return {std::move(tasks), std::move(edges)};
}

BatchAllocation split(const Workload& workload, const std::vector<int>& joined) {
  BatchAllocation allocation;
  auto next = joined.begin();
  for (const Application& application : workload.applications) {
    allocation.emplace_back(next, next + application.graph.task_count());
    next += application.graph.task_count();
  }
  return allocation;
}

}  // namespace

std::vector<double> share_weights(const Workload& workload, Share share) {
  std::vector<double> weights;
  for (const Application& application : workload.applications) weights.push_back(weight(application.graph, share));
  return weights;
}

std::vector<int> processor_shares(std::span<const double> weights, int processors, Share share) {
  std::vector<int> shares(weights.size(), processors);
  if (share == Share::whole) return shares;
  const auto count = static_cast<double>(shares.size());
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  // P (i / 2N + W_i / 2W) as one quotient.
  double sum = 0;
  int given = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    sum += weights[i];
    const auto index = static_cast<double>(i + 1);
    const double exact = processors * (index * total + count * sum) / (2 * count * total);
    const int end = static_cast<int>(std::lround(exact * k_share_rounding));
    shares[i] = std::max(1, end - given);
    given = end;
  }
  return shares;
}

SchedulingResult schedule_separate_graphs(const Platform& platform, const Workload& workload,
                                          const Parameters& parameters, Share share, ListOrder order) {
  const Cluster& cluster = platform.clusters.front();
  const AllocationRule rule = allocation_rule(parameters);
  const std::vector<double> weights = share_weights(workload, share);
  std::vector<double> dedicated(workload.applications.size(), 0.0);  // s; found when the graph is released
  return schedule_online(platform, workload, [&](const RemainingBatch& remaining, const StartedTasks& started) {
    const std::vector<int> shares = open_shares(weights, remaining, cluster.processors, share);
    const BatchAllocation allocation = allocate(remaining.open, shares, cluster.speed, rule);
    if (order != ListOrder::bottom_level) find_yardsticks(remaining, cluster, rule, shares, allocation, dedicated);
    const std::vector<BatchTask> list =
        ordered_list(remaining.open, batch_bottom_levels(remaining.open, allocation, cluster.speed), order,
                     of_open(dedicated, remaining));
    return list_plan(remaining.open, allocation, list, cluster.processors, cluster.speed, started);
  });
}

SchedulingResult schedule_combined(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   ListTasks list) {
  const Cluster& cluster = platform.clusters.front();
  return schedule_online(platform, workload, [&](const RemainingBatch& remaining, const StartedTasks& started) {
    const Workload& open = remaining.open;
    const BatchAllocation allocation =
        split(open, cluster_allocation(join(open), cluster.processors, cluster.speed, allocation_rule(parameters)));
    const BatchLevels levels = batch_bottom_levels(open, allocation, cluster.speed);
    return list_plan(open, allocation, list(open, levels), cluster.processors, cluster.speed, started);
  });
}

SchedulingResult schedule_cpa(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  const Application& application = workload.applications.front();
  const TaskGraph& graph = application.graph;
  const Cluster& cluster = platform.clusters.front();
  const std::vector<int> allocation =
      cluster_allocation(graph, cluster.processors, cluster.speed, allocation_rule(parameters));
  ListMapping mapping(platform, workload);
  for (const int task : priority_order(graph, bottom_levels(graph, execution_times(graph, allocation, cluster.speed))))
    mapping.place(task,
                  mapping.candidate(task, 0, allocation[task], mapping.data_ready(task, 0, application.release_date)));
  return {{{std::move(mapping.placements())}}, {}};
}

}  // namespace palio
