#include "strategies/ptg/online/rest.h"

#include <algorithm>
#include <memory>

#include "workloads/model/speedup.h"

namespace palio {
namespace {

bool is_open(const Placement& placed, double now) { return placed.cluster < 0 || !(placed.start < now); }

// Dates as the decision sees them.
BatchDates dates_of(const Schedule& executed) {
  BatchDates dates;
  for (const auto& placements : executed.placements) {
    auto& of_application = dates.emplace_back(placements.size());
    for (std::size_t task = 0; task < placements.size(); ++task)
      if (placements[task].cluster >= 0) of_application[task] = {placements[task].start, placements[task].finish};
  }
  return dates;
}

double expected_finish(const Platform& platform, const Task& task, const Placement& placed, double now) {
  if (placed.finish <= now) return placed.finish;
  const double time = execution_time(task, static_cast<int>(placed.processors.size()), placed.cluster,
                                     platform.clusters[placed.cluster].speed);
  return std::max(now, placed.start + time);
}

}  // namespace

Rest rest_of(const Platform& platform, const Workload& told, const Schedule& executed, double now) {
  Rest rest{remaining_batch(told, dates_of(executed), now)};
  Background background{std::vector<double>(static_cast<std::size_t>(processor_count(platform)), now), {}};
  for (std::size_t app = 0; app < executed.placements.size(); ++app)
    for (std::size_t task = 0; task < executed.placements[app].size(); ++task) {
      const Placement& placed = executed.placements[app][task];
      if (is_open(placed, now)) continue;
      const Task& of = told.applications[app].graph.task(static_cast<int>(task));
      for (const int processor : placed.processors)
        background.free_from[processor] =
            std::max(background.free_from[processor], expected_finish(platform, of, placed, now));
    }
  for (std::size_t i = 0; i < rest.remaining.application.size(); ++i) {
    const std::size_t app = rest.remaining.application[i];
    const TaskGraph& graph = told.applications[app].graph;
    for (std::size_t task = 0; task < rest.remaining.task[i].size(); ++task)
      for (const Edge& edge : graph.in_edges(rest.remaining.task[i][task])) {
        const Placement& parent = executed.placements[app][edge.from];
        if (is_open(parent, now)) continue;
        background.inflows.push_back({static_cast<int>(i), static_cast<int>(task), edge.bytes, parent.cluster,
                                      parent.processors,
                                      expected_finish(platform, graph.task(edge.from), parent, now)});
      }
  }
  rest.remaining.open.background = std::make_shared<const Background>(std::move(background));
  return rest;
}

Schedule continued(const Schedule& executed, const Rest& rest, const Schedule& planned, double effect) {
  Schedule schedule = executed;
  for (std::size_t i = 0; i < rest.remaining.application.size(); ++i)
    for (std::size_t task = 0; task < rest.remaining.task[i].size(); ++task) {
      Placement& placed = schedule.placements[rest.remaining.application[i]][rest.remaining.task[i][task]];
      placed = planned.placements[i][task];
      placed.not_before = effect;
    }
  return schedule;
}

}  // namespace palio
