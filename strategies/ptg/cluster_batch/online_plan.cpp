#include "strategies/ptg/cluster_batch/online_plan.h"

#include <algorithm>

#include "strategies/ptg/cluster_batch/backfill.h"
#include "strategies/ptg/online/decisions.h"

namespace palio {
namespace {

bool is_started(const Slot& slot, double now) { return slot.processors > 0 && slot.start < now; }

std::vector<double> ready_dates(const TaskGraph& graph, const std::vector<Slot>& slots, const std::vector<int>& open,
                                double now) {
  std::vector<double> dates;
  for (const int task : open) {
    double latest = 0;
    for (const Edge& edge : graph.in_edges(task))
      if (const Slot& parent = slots[edge.from]; is_started(parent, now)) latest = std::max(latest, parent.finish());
    dates.push_back(latest);
  }
  return dates;
}

StartedTasks started_tasks(const Workload& workload, const BatchPlan& plan, const RemainingBatch& remaining) {
  StartedTasks started;
  for (const std::size_t app : remaining.competing)
    for (const Slot& slot : plan[app])
      if (is_started(slot, remaining.now) && slot.finish() > remaining.now) started.running.push_back(slot);
  std::ranges::stable_sort(started.running, {}, &Slot::start);
  for (std::size_t i = 0; i < remaining.application.size(); ++i) {
    const std::size_t app = remaining.application[i];
    started.ready.push_back(ready_dates(workload.applications[app].graph, plan[app], remaining.task[i], remaining.now));
  }
  return started;
}

void take_over(const BatchPlan& open, const RemainingBatch& remaining, BatchPlan& plan) {
  for (std::size_t i = 0; i < open.size(); ++i)
    for (std::size_t task = 0; task < open[i].size(); ++task) {
      Slot& slot = plan[remaining.application[i]][remaining.task[i][task]];
      slot = open[i][task];
      slot.not_before = remaining.now;
    }
}

BatchDates dates_of(const BatchPlan& plan) {
  BatchDates dates;
  for (const std::vector<Slot>& slots : plan) {
    std::vector<PlannedDates>& row = dates.emplace_back();
    for (const Slot& slot : slots)
      row.push_back(slot.processors > 0 ? PlannedDates{slot.start, slot.finish()} : PlannedDates{});
  }
  return dates;
}

}  // namespace

SchedulingResult schedule_online(const Platform& platform, const Workload& workload, const PlanOpenTasks& plan_open) {
  BatchPlan plan;
  for (const Application& application : workload.applications) plan.emplace_back(application.graph.tasks().size());
  decide_online(workload, [&](const RemainingBatch& remaining) {
    const StartedTasks started = started_tasks(workload, plan, remaining);
    BatchPlan open = plan_open(remaining, started);
    backfill(remaining.open, platform.clusters.front().processors, open, started);
    take_over(open, remaining, plan);
    return dates_of(plan);
  });
  return {schedule_of(platform, workload, plan), {}};
}

}  // namespace palio
