#include "strategies/ptg/cluster_batch/list_plan.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/cpa/cpa_allocation.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

const TaskGraph& graph(const Workload& workload, std::size_t app) { return workload.applications[app].graph; }

double level(const BatchLevels& levels, const BatchTask& id) { return levels[id.application][id.task]; }

double divisor(const TaskGraph& graph, int processors, const AllocationRule& rule) {
  return area_divisor_of(rule.area_divisor, processors, graph.task_count());
}

void finish_within_levels(CpaAllocation& allocation, const TaskGraph& graph, int processors) {
  LevelProcessors levels(graph, processors);
  levels.close_full_levels(allocation);
  for (int task = allocation.grow(); task >= 0; task = allocation.grow()) levels.charge(task, allocation);
}

double total_work(const TaskGraph& graph, const std::vector<int>& allocation) {
  double flop = 0;
  for (int task = 0; task < graph.task_count(); ++task) flop += work(graph.task(task), allocation[task]);
  return flop;
}

// The larger the divisor, the later growing stops; nothing else depends on it, so all allocations are stages of one
// growth.
std::vector<int> best_over_divisors(CpaAllocation& allocation, const TaskGraph& graph, int processors, double speed,
                                    const AllocationRule& rule) {
  constexpr double k_none = std::numeric_limits<double>::infinity();
  std::vector<int> best;
  std::tuple best_value(k_none, k_none);  // s, flop
  for (int q = 1; q <= processors; ++q) {
    allocation.set_area_divisor(divisor(graph, q, rule));
    if (allocation.grow() < 0 && q > 1) continue;  // the same as for a smaller q
    while (allocation.grow() >= 0) {
      // Not finish(): the next q is only a few steps away, so leaps do not pay.
    }
    const std::tuple value(last_finish(list_plan(graph, allocation.processors(), processors, speed)),
                           total_work(graph, allocation.processors()));
    if (!best.empty() && value >= best_value) continue;
    best = allocation.processors();
    best_value = value;
  }
  return best;
}

}  // namespace

double ProcessorGroups::start(int n, double ready) const {
  int found = 0;
  for (const Group& group : groups_) {
    found += group.processors;
    if (found >= n) return std::max(ready, group.date);
  }
  return groups_.back().date;
}

void ProcessorGroups::occupy(int n, double ready, double finish) {
  int left = n;
  const auto take = [&](Group& group) {
    const int taken = std::min(left, group.processors);
    group.processors -= taken;
    left -= taken;
  };
  const auto later = std::ranges::upper_bound(groups_, ready, {}, &Group::date);
  for (auto group = later; group != groups_.begin() && left > 0;) take(*--group);
  for (auto group = later; group != groups_.end() && left > 0; ++group) take(*group);
  std::erase_if(groups_, [](const Group& group) { return group.processors == 0; });
  const auto place = std::ranges::lower_bound(groups_, finish, {}, &Group::date);
  if (place != groups_.end() && place->date == finish)
    place->processors += n;
  else
    groups_.insert(place, {finish, n});
}

BatchPlan list_plan(const Workload& workload, const BatchAllocation& allocation, std::span<const BatchTask> order,
                    int processors, double speed, const StartedTasks& started) {
  BatchPlan plan;
  for (const Application& application : workload.applications) plan.emplace_back(application.graph.tasks().size());
  ProcessorGroups free(processors, 0);
  for (const Slot& slot : started.running) free.occupy(slot.processors, slot.start, slot.finish());
  for (const BatchTask& id : order) {
    const int app = id.application;
    const int task = id.task;
    const int n = allocation[app][task];
    const double ready = ready_date(workload, plan, id, started);
    plan[app][task] = {n, free.start(n, ready),
                       execution_time(workload.applications[app].graph.task(id.task), n, speed)};
    free.occupy(n, ready, plan[app][task].finish());
  }
  return plan;
}

std::vector<Slot> list_plan(const TaskGraph& graph, const std::vector<int>& allocation, int processors, double speed,
                            double begin) {
  const std::vector<double> task_time = execution_times(graph, allocation, speed);
  std::vector<Slot> slots;
  for (const int n : allocation) slots.push_back({n, begin, task_time[slots.size()]});
  ProcessorGroups free(processors, begin);
  for (const int task : priority_order(graph, bottom_levels(graph, task_time))) {
    Slot& slot = slots[task];
    double ready = begin;
    for (const Edge& edge : graph.in_edges(task)) ready = std::max(ready, slots[edge.from].finish());
    slot.start = free.start(slot.processors, ready);
    free.occupy(slot.processors, ready, slot.finish());
  }
  return slots;
}

double last_finish(const std::vector<Slot>& slots) {
  double last = 0;
  for (const Slot& slot : slots) last = std::max(last, slot.finish());
  return last;
}

double dedicated_makespan(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  return last_finish(list_plan(graph, cluster_allocation(graph, processors, speed, rule), processors, speed));
}

std::vector<double> dedicated_makespans(const Workload& workload, int processors, double speed,
                                        const AllocationRule& rule) {
  std::vector<double> makespans;
  for (const Application& application : workload.applications)
    makespans.push_back(dedicated_makespan(application.graph, processors, speed, rule));
  return makespans;
}

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

AllocationRule allocation_rule(const Parameters& parameters) {
  AllocationRule rule;
  const std::string& method = text_of(parameters, "allocation");
  if (method == "mcpa") rule.method = AllocationRule::Method::mcpa;
  if (method == "bicpa") rule.method = AllocationRule::Method::bicpa;
  if (text_of(parameters, "area_divisor") == "classic") rule.area_divisor = AreaDivisor::classic;
  return rule;
}

std::vector<int> cluster_allocation(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  CpaAllocation allocation(graph, speed, std::vector<int>(graph.tasks().size(), processors),
                           divisor(graph, processors, rule));
  if (rule.method == AllocationRule::Method::bicpa)
    return best_over_divisors(allocation, graph, processors, speed, rule);
  if (rule.method == AllocationRule::Method::mcpa)
    finish_within_levels(allocation, graph, processors);
  else
    allocation.finish();
  return allocation.processors();
}

}  // namespace palio
