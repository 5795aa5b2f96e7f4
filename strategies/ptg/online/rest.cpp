#include "strategies/ptg/online/rest.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "strategies/model/dates.h"
#include "strategies/ptg/sent_data.h"

namespace palio {
namespace {

// The data of a task that has started, for a task of the rest.
Inflow inflow(const Situation& situation, int app, const Edge& edge) {
  const Schedule& executed = situation.executed;
  const Placement &sender = executed.placements[app][edge.from], &receiver = executed.placements[app][edge.to];
  const double finish = situation.expected_finish(app, edge.from);
  Inflow data{.bytes = edge.bytes,
              .cluster = sender.cluster,
              .processors = sender.processors,
              .sent = std::max(finish, situation.effect())};
  if (edge.bytes == 0 || receiver.cluster < 0) return data;
  double left = leaves(executed, app, edge, finish);
  for (const Moving& one : situation.moving)  // until then the sender's data go to where the receiver was
    if (one.application == app && one.task == edge.to) left = std::max(left, one.effect);
  if (left < situation.effect()) {
    data.there = receiver.processors;
    data.arrival = left + moving_time(situation.platform, edge, sender, receiver);
  }
  return data;
}

}  // namespace

Rest rest_of(const Situation& situation, Planned planned) {
  Rest rest;
  Background background{
      std::vector<double>(static_cast<std::size_t>(processor_count(situation.platform)), situation.effect()), {}};
  const auto& executed = situation.executed.placements;
  for (std::size_t app = 0; app < executed.size(); ++app) {
    const auto& [name, graph, release_date] = situation.workload.applications[app];
    std::vector<int> open;
    open.reserve(graph.tasks().size());
    for (int task = 0; task < graph.task_count(); ++task) {
      if (situation.is_open(app, task)) {
        if (release_date <= situation.now && (planned == Planned::all || situation.is_ready(app, task)))
          open.push_back(task);
      } else if (const double finish = situation.expected_finish(app, task); finish > situation.effect()) {
        for (const int processor : executed[app][task].processors)
          background.free_from[processor] = std::max(background.free_from[processor], finish);
      }
    }
    if (open.empty()) continue;
    background.inflows.reserve(open.size());
    for (std::size_t i = 0; i < open.size(); ++i)
      for (const Edge& edge : graph.in_edges(open[i])) {
        if (situation.is_open(app, edge.from)) continue;
        Inflow& data = background.inflows.emplace_back(inflow(situation, static_cast<int>(app), edge));
        data.application = static_cast<int>(rest.application.size());
        data.task = static_cast<int>(i);
      }
    rest.open.applications.push_back({name, graph.part(open), situation.effect()});
    rest.application.push_back(app);
    rest.task.push_back(std::move(open));
  }
  rest.open.background = std::make_shared<const Background>(std::move(background));
  return rest;
}

std::vector<Decision> decisions_of(const Rest& rest, const Schedule& planned) {
  std::vector<std::pair<double, Decision>> decisions;
  for (std::size_t i = 0; i < rest.application.size(); ++i)
    for (std::size_t task = 0; task < rest.task[i].size(); ++task) {
      const Placement& placed = planned.placements[i][task];
      decisions.push_back(
          {placed.start,
           {static_cast<int>(rest.application[i]), rest.task[i][task], placed.cluster, placed.processors}});
    }
  std::ranges::stable_sort(decisions, {}, &std::pair<double, Decision>::first);
  std::vector<Decision> in_order;
  for (auto& [start, decision] : decisions) in_order.push_back(std::move(decision));
  return in_order;
}

}  // namespace palio
