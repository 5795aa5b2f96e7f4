#include "campaign/replay/task_causes.h"

#include <algorithm>
#include <map>

namespace palio {
namespace {

struct TaskPlace {
  int application = 0, task = 0;
};

const Placement& placed(const Execution& execution, const TaskPlace& place) {
  return execution.schedule
      .placements[static_cast<std::size_t>(place.application)][static_cast<std::size_t>(place.task)];
}

// The tasks of each processor by their starts.
std::map<int, std::vector<TaskPlace>> tasks_by_processor(const Execution& execution) {
  std::map<int, std::vector<TaskPlace>> tasks;
  for (std::size_t application = 0; application < execution.schedule.placements.size(); ++application)
    for (std::size_t task = 0; task < execution.schedule.placements[application].size(); ++task)
      for (const int processor : execution.schedule.placements[application][task].processors)
        tasks[processor].push_back({static_cast<int>(application), static_cast<int>(task)});
  for (auto& [processor, places] : tasks)
    std::ranges::stable_sort(places, {}, [&](const TaskPlace& place) { return placed(execution, place).start; });
  return tasks;
}

// Until when a task waited, and for what; the latest counts.
struct Wait {
  double until = 0;
  TaskCause cause;

  void take(double date, const TaskCause& other) {
    if (date > until) *this = {date, other};
  }
};

}  // namespace

std::vector<std::vector<TaskCause>> task_causes(const Workload& workload, const Execution& execution) {
  std::vector<std::vector<Wait>> waits;
  for (std::size_t app = 0; app < workload.applications.size(); ++app) {
    const Application& application = workload.applications[app];
    for (int task = 0; task < application.graph.task_count(); ++task) {
      if (task == 0) waits.emplace_back();
      waits[app].push_back({application.release_date, {TaskCause::Kind::release, static_cast<int>(app), task}});
    }
    for (const Edge& edge : application.graph.edges())
      waits[app][static_cast<std::size_t>(edge.to)].take(placed(execution, {static_cast<int>(app), edge.from}).finish,
                                                         {TaskCause::Kind::data, static_cast<int>(app), edge.from});
  }
  for (const Transfer& transfer : execution.transfers)
    waits[static_cast<std::size_t>(transfer.application)][static_cast<std::size_t>(transfer.to)].take(
        transfer.finish, {TaskCause::Kind::data, transfer.application, transfer.from});
  for (const auto& [processor, tasks] : tasks_by_processor(execution))
    for (std::size_t i = 1; i < tasks.size(); ++i)
      waits[static_cast<std::size_t>(tasks[i].application)][static_cast<std::size_t>(tasks[i].task)].take(
          placed(execution, tasks[i - 1]).finish,
          {TaskCause::Kind::processor, tasks[i - 1].application, tasks[i - 1].task});
  std::vector<std::vector<TaskCause>> causes;
  for (const auto& of_application : waits) {
    causes.emplace_back();
    for (const Wait& wait : of_application) causes.back().push_back(wait.cause);
  }
  return causes;
}

std::vector<std::vector<bool>> critical_tasks(const Execution& execution,
                                              const std::vector<std::vector<TaskCause>>& causes) {
  std::vector<std::vector<bool>> critical;
  TaskPlace last;
  for (std::size_t app = 0; app < causes.size(); ++app) {
    critical.emplace_back(causes[app].size());
    for (std::size_t task = 0; task < causes[app].size(); ++task) {
      const TaskPlace place{static_cast<int>(app), static_cast<int>(task)};
      if (placed(execution, place).finish > placed(execution, last).finish) last = place;
    }
  }
  while (true) {
    const auto seen = critical[static_cast<std::size_t>(last.application)][static_cast<std::size_t>(last.task)];
    if (seen) return critical;  // tasks of no length may wait for each other
    critical[static_cast<std::size_t>(last.application)][static_cast<std::size_t>(last.task)] = true;
    const TaskCause& cause = causes[static_cast<std::size_t>(last.application)][static_cast<std::size_t>(last.task)];
    if (cause.kind == TaskCause::Kind::release) return critical;
    last = {cause.application, cause.task};
  }
}

}  // namespace palio
