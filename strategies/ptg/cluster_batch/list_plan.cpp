#include "strategies/ptg/cluster_batch/list_plan.h"

#include <algorithm>

#include "strategies/ptg/bottom_level.h"
#include "workloads/model/speedup.h"

namespace palio {

ProcessorGroups::ProcessorGroups(int processors, double begin) : groups_{{begin, processors}} {}

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

}  // namespace palio
