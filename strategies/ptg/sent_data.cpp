#include "strategies/ptg/sent_data.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "platforms/model/comm_estimate.h"
#include "strategies/ptg/schedule_validator.h"

namespace palio {
namespace {

std::tuple<int, int, int> key_of_resent(const Resent& one) { return {one.application, one.from, one.to}; }

// Null: it is none of these.
template <class Known>
auto* find_resent(Known& known, int application, const Edge& edge) {
  const std::tuple wanted(application, edge.from, edge.to);
  const auto found = std::ranges::lower_bound(known, wanted, {}, key_of_resent);
  return found != known.end() && key_of_resent(*found) == wanted ? &*found : nullptr;
}

}  // namespace

const Resent* resent_along(const Schedule& schedule, int application, const Edge& edge) {
  return find_resent(schedule.resent, application, edge);
}

double leaves(const Schedule& schedule, int application, const Edge& edge, double finish) {
  const Resent* resent = resent_along(schedule, application, edge);
  return resent == nullptr ? finish : std::max({finish, resent->earliest, resent->left});
}

double moving_time(const Platform& platform, const Edge& edge, const Placement& from, const Placement& to) {
  if (!needs_transfer(edge, from, to)) return 0;
  return CommEstimate(platform, edge.bytes, from.cluster, static_cast<int>(from.processors.size()), to.cluster)
      .time(static_cast<int>(to.processors.size()));
}

void resend(const Situation& situation, const Workload& realized, Schedule& schedule) {
  std::vector<Resent> first;  // that were not sent again before
  const auto send = [&](int app, const Edge& edge) {
    const std::vector<Placement>& before = situation.executed.placements[app];
    const Placement &sender = before[edge.from], &former = before[edge.to], &place = schedule.placements[app][edge.to];
    if (edge.bytes <= 0 || situation.is_open(app, edge.from) || !(sender.finish < situation.effect())) return;
    if (former.cluster < 0) return void(first.push_back({app, edge.from, edge.to, place, situation.effect()}));
    Resent* resent = find_resent(schedule.resent, app, edge);
    if (resent == nullptr) resent = &first.emplace_back(Resent{app, edge.from, edge.to, former});
    resent->left = situation.effect();
    resent->arrival = resent->left + moving_time(situation.platform, edge, sender, place);
  };
  for (int app = 0; app < static_cast<int>(schedule.placements.size()); ++app)
    for (int task = 0; task < static_cast<int>(schedule.placements[app].size()); ++task)
      if (situation.is_open(app, task) &&
          schedule.placements[app][task].processors != situation.executed.placements[app][task].processors)
        for (const Edge& edge : realized.applications[app].graph.in_edges(task)) send(app, edge);
  std::ranges::sort(first, {}, key_of_resent);
  const auto before = schedule.resent.insert(schedule.resent.end(), first.begin(), first.end());
  std::ranges::inplace_merge(schedule.resent, before, {}, key_of_resent);
}

}  // namespace palio
