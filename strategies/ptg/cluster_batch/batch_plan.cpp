#include "strategies/ptg/cluster_batch/batch_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.h"
#include "strategies/ptg/list_mapping.h"

namespace palio {
namespace {

template <class Batch>
auto& entry(Batch& batch, const BatchTask& id) {
  return batch[id.application][id.task];
}

const Application& application(const Workload& workload, const BatchTask& id) {
  return workload.applications[id.application];
}

double finish_of_entry(const Slot& slot) { return slot.finish(); }
double finish_of_entry(const Placement& placement) { return placement.finish; }

// The later of release and predecessors' finish; `Row` is a Slot or a Placement.
template <class Row>
double ready(const Workload& workload, const std::vector<std::vector<Row>>& batch, const BatchTask& id) {
  double latest = application(workload, id).release_date;
  for (const Edge& edge : application(workload, id).graph.in_edges(id.task))
    latest = std::max(latest, finish_of_entry(entry(batch, {id.application, edge.from})));
  for (const Inflow& data : inflows_of(workload, static_cast<std::size_t>(id.application)))
    if (data.task == id.task) latest = std::max(latest, data.sent);
  return latest;
}

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

// What runs next to the batch: each processor that is busy for some time.
std::vector<Slot> busy_before(const Platform& platform, const Workload& workload, double now) {
  std::vector<Slot> busy;
  for (const double until : free_dates(platform, workload))
    if (until > now) busy.push_back({.processors = 1, .start = 0, .duration = until});
  return busy;
}

StartedTasks started_tasks(const Platform& platform, const Workload& workload, const BatchPlan& plan,
                           const RemainingBatch& remaining) {
  StartedTasks started{.running = busy_before(platform, workload, remaining.now), .ready = {}};
  for (const std::size_t app : remaining.competing)
    for (const Slot& slot : plan[app])
      if (is_started(slot, remaining.now) && slot.finish() > remaining.now) started.running.push_back(slot);
  std::ranges::stable_sort(started.running, {}, &Slot::start);
  for (std::size_t i = 0; i < remaining.application.size(); ++i) {
    const std::size_t app = remaining.application[i];
    std::vector<double>& ready = started.ready.emplace_back(
        ready_dates(workload.applications[app].graph, plan[app], remaining.task[i], remaining.now));
    for (const Inflow& data : inflows_of(workload, app)) {
      const auto open = std::ranges::lower_bound(remaining.task[i], data.task);
      if (open == remaining.task[i].end() || *open != data.task) continue;
      double& date = ready[static_cast<std::size_t>(open - remaining.task[i].begin())];
      date = std::max(date, data.sent);
    }
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

constexpr double k_forever = std::numeric_limits<double>::infinity();

// The start of a task that ends by `finish`: slightly earlier if the rounded sum would exceed it.
double start_for(double finish, double duration) {
  double start = finish - duration;
  while (start + duration > finish) start = std::nextafter(start, -k_forever);
  return start;
}

}  // namespace

std::vector<BatchTask> all_tasks(const Workload& workload) {
  std::vector<BatchTask> tasks;
  for (std::size_t app = 0; app < workload.applications.size(); ++app)
    for (const int task : workload.applications[app].graph.topological_order())
      tasks.push_back({static_cast<int>(app), task});
  return tasks;
}

std::vector<BatchTask> by_start(const Workload& workload, const BatchPlan& plan) {
  std::vector<BatchTask> tasks = all_tasks(workload);
  std::ranges::stable_sort(tasks, {}, [&](const BatchTask& id) { return entry(plan, id).start; });
  return tasks;
}

double ready_date(const Workload& workload, const BatchPlan& plan, const BatchTask& id, const StartedTasks& started) {
  const double date = ready(workload, plan, id);
  return started.ready.empty() ? date : std::max(date, entry(started.ready, id));
}

Schedule schedule_of(const Platform& platform, const Workload& workload, const BatchPlan& plan) {
  Schedule schedule;
  for (const Application& each : workload.applications) schedule.placements.emplace_back(each.graph.tasks().size());
  std::vector<double> free = free_dates(platform, workload);  // s, as actually assigned
  ClusterTimeline planned(free);
  for (const BatchTask& id : by_start(workload, plan)) {
    const Slot& slot = entry(plan, id);
    if (planned.start(slot.processors, slot.start) > slot.start)
      throw InternalError(fmt::format("a plan has no {} processors for task {} of application {} at {} s",
                                      slot.processors, id.task, id.application, slot.start));
    std::vector<int> chosen = planned.choose(slot.processors, slot.start);
    planned.occupy(chosen, slot.finish());
    double start = std::max(slot.not_before, ready(workload, schedule.placements, id));
    for (const int processor : chosen) start = std::max(start, free[processor]);
    const double finish = start + slot.duration;
    for (const int processor : chosen) free[processor] = finish;
    entry(schedule.placements, id) = {0, std::move(chosen), start, finish, slot.not_before};
  }
  return schedule;
}

SchedulingResult schedule_online(const Platform& platform, const Workload& workload, const PlanOpenTasks& plan_open) {
  BatchPlan plan;
  for (const Application& application : workload.applications) plan.emplace_back(application.graph.tasks().size());
  decide_online(workload, [&](const RemainingBatch& remaining) {
    const StartedTasks started = started_tasks(platform, workload, plan, remaining);
    BatchPlan open = plan_open(remaining, started);
    backfill(remaining.open, platform.clusters.front().processors, open, started);
    take_over(open, remaining, plan);
    return dates_of(plan);
  });
  return {schedule_of(platform, workload, plan), {}};
}

// A step without room moves the start to its end; the last step, which never ends, has room for all.
double UsageProfile::earliest(double ready, double duration, int n) const {
  double start = ready;
  for (std::size_t i = step_at(ready);; ++i) {
    if (steps_[i].used + n > processors_)
      start = end_of(i);
    else if (start + duration <= end_of(i))
      return start;
  }
}

std::optional<double> UsageProfile::latest(double begin, double end, double duration, int n) const {
  double start = start_for(end, duration);
  if (start < begin) return std::nullopt;
  // Backwards from the last step before the end. If a step is full, the task must end by its beginning.
  for (std::size_t i =
           static_cast<std::size_t>(std::ranges::lower_bound(steps_, end, {}, &Step::date) - steps_.begin());
       i-- > 0 && end_of(i) > start;) {
    if (steps_[i].used + n <= processors_) continue;
    start = start_for(steps_[i].date, duration);
    if (start < begin) return std::nullopt;
  }
  return start;
}

// The step that contains this date.
std::size_t UsageProfile::step_at(double date) const {
  const auto after = std::ranges::upper_bound(steps_, date, {}, &Step::date);
  return static_cast<std::size_t>(after - steps_.begin()) - 1;
}

double UsageProfile::end_of(std::size_t step) const {
  if (step + 1 == steps_.size()) return k_forever;
  return steps_[step + 1].date;
}

// The step that begins at this date, inserted if necessary.
std::size_t UsageProfile::cut(double date) {
  const std::size_t step = step_at(date);
  if (steps_[step].date == date) return step;
  steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(step) + 1, {date, steps_[step].used});
  return step + 1;
}

// Removes a step that uses as many as the one before.
void UsageProfile::join(std::size_t step) {
  if (step == 0 || step >= steps_.size() || steps_[step].used != steps_[step - 1].used) return;
  steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(step));
}

void UsageProfile::change(double start, double finish, int n) {
  const std::size_t first = cut(start);
  const std::size_t last = cut(finish);
  for (std::size_t i = first; i < last; ++i) steps_[i].used += n;
  join(last);
  join(first);
}

void backfill(const Workload& workload, int processors, BatchPlan& plan, const StartedTasks& started) {
  UsageProfile profile(processors);
  for (const Slot& slot : started.running) profile.add(slot.start, slot.finish(), slot.processors);
  for (const std::vector<Slot>& application : plan)
    for (const Slot& slot : application) profile.add(slot.start, slot.finish(), slot.processors);
  for (const BatchTask& id : by_start(workload, plan)) {
    Slot& slot = plan[id.application][id.task];
    profile.remove(slot.start, slot.finish(), slot.processors);
    slot.start = profile.earliest(ready_date(workload, plan, id, started), slot.duration, slot.processors);
    profile.add(slot.start, slot.finish(), slot.processors);
  }
}

}  // namespace palio
