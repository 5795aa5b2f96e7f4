#include "strategies/ptg/online/rest.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "strategies/model/dates.h"
#include "strategies/ptg/sent_data.h"

namespace palio {
namespace {

// Dates as the decision sees them. A task that is not to be planned has started.
BatchDates dates_of(const Situation& situation, Planned planned) {
  BatchDates dates;
  for (std::size_t app = 0; app < situation.executed.placements.size(); ++app) {
    const std::vector<Placement>& placements = situation.executed.placements[app];
    auto& of_application = dates.emplace_back(placements.size());
    for (int task = 0; task < static_cast<int>(placements.size()); ++task)
      if (!situation.is_open(app, task))
        of_application[task] = {placements[task].start, placements[task].finish};
      else if (planned == Planned::ready && !situation.is_ready(app, task))
        of_application[task] = {-k_never, k_never};
  }
  return dates;
}

// The data of a task that has started, for a task of the rest.
Inflow inflow(const Situation& situation, int app, const Edge& edge) {
  const Schedule& executed = situation.executed;
  const Placement &sender = executed.placements[app][edge.from], &receiver = executed.placements[app][edge.to];
  const double finish = situation.expected_finish(app, edge.from);
  Inflow data{.bytes = edge.bytes,
              .cluster = sender.cluster,
              .processors = sender.processors,
              .sent = std::max(finish, situation.effect())};
  const double left = leaves(executed, app, edge, finish);
  if (edge.bytes > 0 && receiver.cluster >= 0 && left < situation.effect()) {
    data.there = receiver.processors;
    data.arrival = left + moving_time(situation.platform, edge, sender, receiver);
  }
  return data;
}

}  // namespace

Rest rest_of(const Situation& situation, Planned planned) {
  Rest rest{remaining_batch(situation.workload, dates_of(situation, planned), situation.now)};
  Background background{
      std::vector<double>(static_cast<std::size_t>(processor_count(situation.platform)), situation.effect()), {}};
  for (Application& application : rest.remaining.open.applications) application.release_date = situation.effect();
  const auto& executed = situation.executed.placements;
  for (std::size_t app = 0; app < executed.size(); ++app)
    for (int task = 0; task < static_cast<int>(executed[app].size()); ++task) {
      if (situation.is_open(app, task)) continue;
      const double finish = situation.expected_finish(app, task);
      for (const int processor : executed[app][task].processors)
        background.free_from[processor] = std::max(background.free_from[processor], finish);
    }
  for (std::size_t i = 0; i < rest.remaining.application.size(); ++i) {
    const std::size_t app = rest.remaining.application[i];
    const TaskGraph& graph = situation.workload.applications[app].graph;
    for (std::size_t task = 0; task < rest.remaining.task[i].size(); ++task)
      for (const Edge& edge : graph.in_edges(rest.remaining.task[i][task])) {
        if (situation.is_open(app, edge.from)) continue;
        Inflow& data = background.inflows.emplace_back(inflow(situation, static_cast<int>(app), edge));
        data.application = static_cast<int>(i);
        data.task = static_cast<int>(task);
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
      placed.not_before = std::max(placed.not_before, effect);  // a plan may tell a later date
    }
  return schedule;
}

std::vector<Decision> decisions_of(const Rest& rest, const Schedule& planned) {
  std::vector<std::pair<double, Decision>> decisions;
  for (std::size_t i = 0; i < rest.remaining.application.size(); ++i)
    for (std::size_t task = 0; task < rest.remaining.task[i].size(); ++task) {
      const Placement& placed = planned.placements[i][task];
      decisions.push_back({placed.start,
                           {static_cast<int>(rest.remaining.application[i]), rest.remaining.task[i][task],
                            placed.cluster, placed.processors}});
    }
  std::ranges::stable_sort(decisions, {}, &std::pair<double, Decision>::first);
  std::vector<Decision> in_order;
  for (auto& [start, decision] : decisions) in_order.push_back(std::move(decision));
  return in_order;
}

}  // namespace palio
