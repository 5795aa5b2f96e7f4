#include "strategies/ptg/sent_data.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "platforms/model/comm_estimate.h"
#include "strategies/ptg/schedule_validator.h"

namespace palio {
namespace {

// Of an open task; empty: the data leave when the sender ends.
std::optional<Resent> resent_to(const Situation& situation, int app, const Edge& edge, const Placement& place) {
  const std::vector<Placement>& before = situation.executed.placements[app];
  const Placement& former = before[edge.to];
  const Resent* known = resent_along(situation.executed, app, edge);
  std::optional<Resent> resent;
  if (known != nullptr) resent = *known;
  const bool has_left = !situation.is_open(app, edge.from) && before[edge.from].finish < situation.effect();
  if (!has_left || edge.bytes <= 0 || place.processors == former.processors) return resent;
  if (former.cluster < 0) return Resent{app, edge.from, edge.to, place, situation.effect()};
  if (!resent) resent.emplace(Resent{app, edge.from, edge.to, former});
  resent->left = situation.effect();
  resent->arrival = resent->left + moving_time(situation.platform, edge, before[edge.from], place);
  return resent;
}

}  // namespace

const Resent* resent_along(const Schedule& schedule, int application, const Edge& edge) {
  const auto key = [](const Resent& one) { return std::tuple(one.application, one.from, one.to); };
  const std::tuple wanted(application, edge.from, edge.to);
  const auto known = std::ranges::lower_bound(schedule.resent, wanted, {}, key);
  return known != schedule.resent.end() && key(*known) == wanted ? &*known : nullptr;
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
  std::vector<Resent> all;
  for (int app = 0; app < static_cast<int>(schedule.placements.size()); ++app)
    for (const Edge& edge : realized.applications[app].graph.edges()) {
      if (situation.is_open(app, edge.to)) {
        if (auto resent = resent_to(situation, app, edge, schedule.placements[app][edge.to]))
          all.push_back(std::move(*resent));
      } else if (const Resent* known = resent_along(situation.executed, app, edge)) {
        all.push_back(*known);
      }
    }
  schedule.resent = std::move(all);
}

}  // namespace palio
