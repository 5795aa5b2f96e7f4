#include "strategies/ptg/online/rest.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "platforms/model/comm_estimate.h"
#include "strategies/model/dates.h"
#include "workloads/model/speedup.h"

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

double expected_finish(const Situation& situation, std::size_t app, int task) {
  const Placement& placed = situation.executed.placements[app][task];
  if (placed.finish <= situation.now) return placed.finish;
  const double time =
      execution_time(situation.workload.applications[app].graph.task(task), static_cast<int>(placed.processors.size()),
                     placed.cluster, situation.platform.clusters[placed.cluster].speed);
  return std::max(std::nextafter(situation.now, k_never), placed.start + time);
}

// Of data that are not sent before a date.
double arrival(const Platform& platform, const Edge& edge, const Placement& sender, const Placement& place,
               double sent) {
  if (place.processors == sender.processors) return sender.finish;
  const CommEstimate estimate(platform, edge.bytes, sender.cluster, static_cast<int>(sender.processors.size()),
                              place.cluster);
  return std::max(sender.finish, sent) + estimate.time(static_cast<int>(place.processors.size()));
}

// How this edge's data were resent before; null: they were not.
const Resent* resent_before(const Schedule& executed, int app, const Edge& edge) {
  const auto key = [](const Resent& one) { return std::tuple(one.application, one.from, one.to); };
  const std::tuple wanted(app, edge.from, edge.to);
  const auto known = std::ranges::lower_bound(executed.resent, wanted, {}, key);
  return known != executed.resent.end() && key(*known) == wanted ? &*known : nullptr;
}

// How an open task, now at `place`, gets data of a task that ended before; empty: as they were sent when that ended, or
// they need not be sent.
std::optional<Resent> moved_data(const Situation& situation, int app, const Edge& edge, const Placement& place,
                                 const Resent* known) {
  const std::vector<Placement>& before = situation.executed.placements[app];
  const Placement& sender = before[edge.from];
  const bool is_new = known == nullptr && before[edge.to].cluster < 0;  // nothing was sent yet
  const double decided = is_new ? place.not_before : situation.now;
  if (edge.bytes <= 0 || place.cluster < 0 || sender.cluster < 0 || !(sender.finish < decided)) return std::nullopt;
  Resent moved = known != nullptr
                     ? *known
                     : Resent{app, edge.from, edge.to, is_new ? place : before[edge.to], is_new ? decided : 0};
  const bool is_elsewhere = moved.first.processors != place.processors;
  if (!is_elsewhere && moved.sent == 0) return std::nullopt;
  if (is_elsewhere) moved.arrival = arrival(situation.platform, edge, sender, place, moved.sent);
  return moved;
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
      const double finish = expected_finish(situation, app, task);
      for (const int processor : executed[app][task].processors)
        background.free_from[processor] = std::max(background.free_from[processor], finish);
    }
  for (std::size_t i = 0; i < rest.remaining.application.size(); ++i) {
    const std::size_t app = rest.remaining.application[i];
    const TaskGraph& graph = situation.workload.applications[app].graph;
    for (std::size_t task = 0; task < rest.remaining.task[i].size(); ++task)
      for (const Edge& edge : graph.in_edges(rest.remaining.task[i][task])) {
        if (situation.is_open(app, edge.from)) continue;
        const Placement& parent = executed[app][edge.from];
        background.inflows.push_back({static_cast<int>(i), static_cast<int>(task), edge.bytes, parent.cluster,
                                      parent.processors, expected_finish(situation, app, edge.from)});
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

void resend(const Situation& situation, const Workload& realized, Schedule& schedule) {
  std::vector<Resent> all;
  for (std::size_t app = 0; app < schedule.placements.size(); ++app)
    for (const Edge& edge : realized.applications[app].graph.edges()) {
      const Resent* known = resent_before(situation.executed, static_cast<int>(app), edge);
      if (situation.is_open(app, edge.to)) {
        if (auto moved = moved_data(situation, static_cast<int>(app), edge, schedule.placements[app][edge.to], known))
          all.push_back(std::move(*moved));
      } else if (known != nullptr) {
        all.push_back(*known);
      }
    }
  schedule.resent = std::move(all);
}

}  // namespace palio
