#include "strategies/ptg/online/rest.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

#include "platforms/model/comm_estimate.h"
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

// The data of open tasks that were on their way, or there, when these got other processors.
class Resending {
public:
  Resending(const Platform& platform, const Workload& realized, const Schedule& executed, double now)
      : platform_(platform), realized_(realized), executed_(executed), now_(now), all_(executed.resent) {}

  void add(std::size_t app, int task, const Schedule& schedule) {
    const std::vector<Placement>& before = executed_.placements[app];
    const Placement& place = schedule.placements[app][task];
    for (const Edge& edge : realized_.applications[app].graph.in_edges(task)) {
      const Placement& sender = before[edge.from];
      if (edge.bytes <= 0 || sender.cluster < 0 || !(sender.finish < now_)) continue;
      const auto same = [&](const Resent& one) {
        return one.application == static_cast<int>(app) && one.from == edge.from && one.to == task;
      };
      const auto known = std::ranges::find_if(all_, same);
      const Placement first = known == all_.end() ? before[task] : known->first;
      if (known != all_.end()) all_.erase(known);
      if (first.cluster >= 0 && first.processors == place.processors) continue;
      const bool stays = place.processors == sender.processors;
      if (stays && (first.cluster < 0 || first.processors == sender.processors)) continue;
      all_.push_back({static_cast<int>(app), edge.from, task, first, arrival(edge, sender, place)});
    }
  }

  std::vector<Resent> all() && {
    std::ranges::sort(all_, {}, [](const Resent& one) { return std::tuple(one.application, one.from, one.to); });
    return std::move(all_);
  }

private:
  double arrival(const Edge& edge, const Placement& sender, const Placement& place) const {
    if (place.processors == sender.processors) return sender.finish;
    const CommEstimate estimate(platform_, edge.bytes, sender.cluster, static_cast<int>(sender.processors.size()),
                                place.cluster);
    return sender.finish + estimate.time(static_cast<int>(place.processors.size()));
  }

  const Platform& platform_;
  const Workload& realized_;
  const Schedule& executed_;
  double now_;  // s
  std::vector<Resent> all_;
};

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

Schedule continued(const Platform& platform, const Workload& realized, const Schedule& executed, const Rest& rest,
                   const Schedule& planned, double effect) {
  const RemainingBatch& remaining = rest.remaining;
  Schedule schedule = executed;
  for (std::size_t i = 0; i < remaining.application.size(); ++i)
    for (std::size_t task = 0; task < remaining.task[i].size(); ++task) {
      Placement& placed = schedule.placements[remaining.application[i]][remaining.task[i][task]];
      placed = planned.placements[i][task];
      placed.not_before = effect;
    }
  Resending resending(platform, realized, executed, remaining.now);
  for (std::size_t i = 0; i < remaining.application.size(); ++i)
    for (const int task : remaining.task[i]) resending.add(remaining.application[i], task, schedule);
  schedule.resent = std::move(resending).all();
  return schedule;
}

}  // namespace palio
