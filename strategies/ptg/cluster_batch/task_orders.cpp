#include "strategies/ptg/cluster_batch/task_orders.h"

#include <algorithm>

#include "strategies/ptg/bottom_level.h"
#include "workloads/speedup.h"

namespace palio {
namespace {

struct Ranked {
  BatchTask id;
  double graph_rank = 0;  // ascending
  double priority = 0;    // descending
};

std::vector<double> allocated_levels(const TaskGraph& graph, const std::vector<int>& allocation, double speed) {
  std::vector<double> task_time;
  for (int task = 0; task < graph.task_count(); ++task)
    task_time.push_back(execution_time(graph.task(task), allocation[static_cast<std::size_t>(task)], speed));
  return bottom_levels(graph, task_time);
}

}  // namespace

std::vector<BatchTask> batch_order(const Workload& workload, const BatchAllocation& allocation, double speed,
                                   TaskOrder order, const std::vector<double>& dedicated) {
  std::vector<Ranked> ranked;
  for (std::size_t app = 0; app < workload.applications.size(); ++app) {
    const TaskGraph& graph = workload.applications[app].graph;
    const std::vector<double> level = allocated_levels(graph, allocation[app], speed);
    const double divisor = order == TaskOrder::weight ? dedicated[app] * dedicated[app] : 1;
    for (const int task : graph.topological_order())
      ranked.push_back({{static_cast<int>(app), task},
                        order == TaskOrder::order ? dedicated[app] : 0,
                        level[static_cast<std::size_t>(task)] / divisor});
  }
  // Graphs of one C* are not mixed: the application comes before the level.
  std::ranges::stable_sort(ranked, [&](const Ranked& a, const Ranked& b) {
    if (a.graph_rank != b.graph_rank) return a.graph_rank < b.graph_rank;
    if (order == TaskOrder::order && a.id.application != b.id.application) return a.id.application < b.id.application;
    return a.priority > b.priority;
  });
  std::vector<BatchTask> tasks;
  for (const Ranked& each : ranked) tasks.push_back(each.id);
  return tasks;
}

}  // namespace palio
