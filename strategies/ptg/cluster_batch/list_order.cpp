#include "strategies/ptg/cluster_batch/list_order.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "strategies/ptg/bottom_level.h"

namespace palio {
namespace {

const TaskGraph& graph(const Workload& workload, std::size_t app) { return workload.applications[app].graph; }

double level(const BatchLevels& levels, const BatchTask& id) { return levels[id.application][id.task]; }

}  // namespace

BatchLevels batch_bottom_levels(const Workload& workload, const BatchAllocation& allocation, double speed) {
  BatchLevels levels;
  for (std::size_t app = 0; app < workload.applications.size(); ++app)
    levels.push_back(
        bottom_levels(graph(workload, app), execution_times(graph(workload, app), allocation[app], speed)));
  return levels;
}

std::vector<BatchTask> by_bottom_level(const Workload& workload, const BatchLevels& levels) {
  std::vector<BatchTask> order = all_tasks(workload);
  std::ranges::stable_sort(order, std::greater{}, [&](const BatchTask& id) { return level(levels, id); });
  return order;
}

std::vector<BatchTask> by_weighted_level(const Workload& workload, const BatchLevels& levels,
                                         std::span<const double> dedicated) {
  BatchLevels weighted = levels;
  for (std::size_t app = 0; app < weighted.size(); ++app)
    for (double& each : weighted[app]) each /= dedicated[app] * dedicated[app];
  return by_bottom_level(workload, weighted);
}

std::vector<BatchTask> by_dedicated_makespan(const Workload& workload, const BatchLevels& levels,
                                             std::span<const double> dedicated) {
  std::vector<BatchTask> order = by_bottom_level(workload, levels);
  std::ranges::stable_sort(order, {}, [&](const BatchTask& id) {
    const int app = id.application;
    return std::pair(dedicated[app], app);
  });
  return order;
}

std::vector<BatchTask> ordered_list(const Workload& workload, const BatchLevels& levels, ListOrder order,
                                    std::span<const double> dedicated) {
  switch (order) {
    case ListOrder::weighted_level: return by_weighted_level(workload, levels, dedicated);
    case ListOrder::dedicated_makespan: return by_dedicated_makespan(workload, levels, dedicated);
    case ListOrder::bottom_level: break;
  }
  return by_bottom_level(workload, levels);
}

std::vector<BatchTask> by_precedence_level(const Workload& workload, const BatchLevels& levels) {
  std::vector<BatchTask> order = by_bottom_level(workload, levels);
  std::ranges::stable_sort(order, {}, [&](const BatchTask& id) {
    return graph(workload, static_cast<std::size_t>(id.application)).level(id.task);
  });
  return order;
}

std::vector<BatchTask> in_turns(const Workload& workload, const BatchLevels& levels) {
  std::vector<int> turns(workload.applications.size(), 0);
  std::vector<std::pair<int, BatchTask>> turn_of;
  for (const BatchTask& id : by_bottom_level(workload, levels)) turn_of.emplace_back(turns[id.application]++, id);
  std::ranges::sort(turn_of, {}, [](const auto& each) { return std::pair(each.first, each.second.application); });
  std::vector<BatchTask> order;
  for (const auto& [turn, id] : turn_of) order.push_back(id);
  return order;
}

}  // namespace palio
