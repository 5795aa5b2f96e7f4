#include "strategies/ptg/run_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "strategies/model/dates.h"
#include "strategies/model/strategy.h"
#include "strategies/ptg/sent_data.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

template <class... Given>
void refuse_unless(bool holds, const Situation& situation, const Decision& decision, const char* why, Given... given) {
  if (!holds)
    throw InvalidAnswer(fmt::format("the decision at {} s on task {} of application {} {}", situation.now,
                                    decision.task, decision.application, fmt::format(fmt::runtime(why), given...)));
}

void check(const Situation& situation, const Decision& decision) {
  const auto& applications = situation.workload.applications;
  const auto app = static_cast<std::size_t>(decision.application);
  refuse_unless(app < applications.size(), situation, decision, "is on one of {} applications", applications.size());
  const int tasks = applications[app].graph.task_count();
  refuse_unless(decision.task >= 0 && decision.task < tasks, situation, decision, "is on one of {} tasks", tasks);
  refuse_unless(situation.is_open(app, decision.task), situation, decision, "comes when the task has started");
  refuse_unless(situation.is_ready(app, decision.task), situation, decision,
                "comes when the task is not ready: it is not released, or waits for another task");
  const auto clusters = static_cast<int>(situation.platform.clusters.size());
  refuse_unless(decision.cluster >= 0 && decision.cluster < clusters, situation, decision, "is for cluster {} of {}",
                decision.cluster, clusters);
  const std::vector<int>& processors = decision.processors;
  const int first = first_processor(situation.platform, decision.cluster);
  const int end = first + situation.platform.clusters[decision.cluster].processors;
  refuse_unless(!processors.empty() && processors.front() >= first && processors.back() < end &&
                    std::ranges::adjacent_find(processors, std::greater_equal{}) == processors.end(),
                situation, decision, "does not take distinct processors of one cluster, in ascending order");
}

// Those that wait behind a task which goes elsewhere must not start before that is decided.
void hold_back_behind(const Situation& situation, const Placement& former, int moment, Schedule& schedule) {
  for (std::size_t app = 0; app < schedule.placements.size(); ++app)
    for (int task = 0; task < static_cast<int>(schedule.placements[app].size()); ++task) {
      Placement& placed = schedule.placements[app][task];
      if (placed.cluster < 0 || placed.order < former.order || !situation.is_open(app, task)) continue;
      if (std::ranges::find_first_of(placed.processors, former.processors) == placed.processors.end()) continue;
      placed.moment = moment;
      placed.not_before = situation.effect();
    }
}

// The first date after `now` (s) at which a task ends or an application is released; infinite: none.
double next_event(const Workload& workload, const Schedule& planned, double now) {
  double next = k_never;
  for (std::size_t app = 0; app < planned.placements.size(); ++app) {
    if (const double released = workload.applications[app].release_date; released > now)
      next = std::min(next, released);
    for (const Placement& placed : planned.placements[app]) {
      // One that takes no time ends just after its start: until then it is open.
      const double end = std::max(placed.finish, std::nextafter(placed.start, k_never));
      if (placed.cluster >= 0 && end > now) next = std::min(next, end);
    }
  }
  return next;
}

}  // namespace

bool Situation::is_ready(std::size_t application, int task) const {
  const Application& of = workload.applications[application];
  return is_open(application, task) && of.release_date <= now &&
         std::ranges::all_of(of.graph.in_edges(task),
                             [&](const Edge& edge) { return has_ended(application, edge.from); });
}

double Situation::expected_finish(std::size_t application, int task) const {
  const Placement& placed = executed.placements[application][task];
  if (placed.finish <= now) return placed.finish;
  return std::max(now, placed.start + time_on(platform, workload.applications[application].graph.task(task), placed));
}

double time_on(const Platform& platform, const Task& task, const Placement& placed) {
  return execution_time(task, static_cast<int>(placed.processors.size()), placed.cluster,
                        platform.clusters[placed.cluster].speed);
}

std::vector<WaitingTask> waiting_tasks(const Situation& situation) {
  const Schedule& executed = situation.executed;
  std::vector<WaitingTask> waiting;
  std::vector<double> free(static_cast<std::size_t>(processor_count(situation.platform)), situation.now);
  for (int app = 0; app < static_cast<int>(executed.placements.size()); ++app)
    for (int task = 0; task < static_cast<int>(executed.placements[app].size()); ++task) {
      const Placement& placed = executed.placements[app][task];
      if (placed.cluster < 0) continue;
      if (situation.is_open(app, task))
        waiting.push_back({app, task, placed.start});
      else
        for (const int processor : placed.processors)
          free[processor] = std::max(free[processor], situation.expected_finish(app, task));
    }
  std::ranges::stable_sort(waiting, {}, [&](const WaitingTask& one) {
    return std::pair(executed.placements[one.application][one.task].order, one.start);
  });
  for (auto& [app, task, start, finish] : waiting) {
    const auto& [name, graph, release_date] = situation.workload.applications[app];
    const Placement& placed = executed.placements[app][task];
    start = std::max(placed.not_before, release_date);
    for (const int processor : placed.processors) start = std::max(start, free[processor]);
    for (const Edge& edge : graph.in_edges(task)) {
      const Placement& parent = executed.placements[app][edge.from];
      const double left = leaves(executed, app, edge, parent.finish);
      start = std::max(start, left + moving_time(situation.platform, edge, parent, placed));
    }
    finish = start + time_on(situation.platform, graph.task(task), placed);
    for (const int processor : placed.processors) free[processor] = finish;
  }
  return waiting;
}

double decision_time_of(const Parameters& parameters) {
  return parameters.contains(k_decision_time.name) ? real_of(parameters, k_decision_time.name) : 0;
}

Schedule undecided(const Workload& workload) {
  Schedule schedule;
  for (const Application& application : workload.applications)
    schedule.placements.emplace_back(application.graph.tasks().size());
  return schedule;
}

void decide(const Situation& situation, Ending cause, std::span<const Decision> decisions, const Workload& realized,
            Schedule& schedule) {
  std::set<std::pair<int, int>> known;
  for (const Decision& decision : decisions) {
    check(situation, decision);
    refuse_unless(known.emplace(decision.application, decision.task).second, situation, decision, "is its second one");
  }
  Rearrangement anew(situation, cause, realized, schedule);
  for (const Decision& decision : decisions) {
    const Placement former = anew.place(decision.application, decision.task, decision.cluster, decision.processors);
    if (former.cluster >= 0) hold_back_behind(situation, former, anew.moment(), schedule);
  }
}

void check_all_decided(const Schedule& schedule) {
  for (std::size_t app = 0; app < schedule.placements.size(); ++app)
    for (std::size_t task = 0; task < schedule.placements[app].size(); ++task)
      if (schedule.placements[app][task].cluster < 0)
        throw InvalidAnswer(fmt::format("task {} of application {} is never decided on", task, app));
}

Schedule planned_at_run_time(const Platform& platform, const Workload& workload, double decision_time,
                             const DecideGraphs& decide) {
  Schedule schedule = undecided(workload);
  for (double now = -1; (now = next_event(workload, schedule, now)) < k_never;) {
    const Situation situation{platform, workload, schedule, now, decision_time};
    palio::decide(situation, {}, decide(situation), workload, schedule);
    for (const auto& [app, task, start, finish] : waiting_tasks(situation)) {
      schedule.placements[app][task].start = start;
      schedule.placements[app][task].finish = finish;
    }
  }
  check_all_decided(schedule);
  return schedule;
}

}  // namespace palio
