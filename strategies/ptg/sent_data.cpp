#include "strategies/ptg/sent_data.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "platforms/model/comm_estimate.h"
#include "strategies/model/dates.h"
#include "strategies/ptg/schedule_validator.h"

namespace palio {
namespace {

std::tuple<int, int, int> key_of_resent(const Resent& one) { return {one.application, one.from, one.to}; }

}  // namespace

double release_of(const Application& application, const std::vector<Placement>& placements, int task) {
  const double decided = placements[task].not_before;
  const auto parents = application.graph.in_edges(task);
  if (parents.empty()) return std::max(decided, application.release_date);
  const bool parents_wait =
      std::ranges::any_of(parents, [&](const Edge& edge) { return placements[edge.from].not_before >= decided; });
  return parents_wait ? 0 : decided;
}

const Resent* resent_along(const Schedule& schedule, int application, const Edge& edge) {
  const std::tuple wanted(application, edge.from, edge.to);
  const auto found = std::ranges::lower_bound(schedule.resent, wanted, {}, key_of_resent);
  return found != schedule.resent.end() && key_of_resent(*found) == wanted ? &*found : nullptr;
}

Resent& resend_along(Schedule& schedule, int application, const Edge& edge, const Placement& first) {
  const std::tuple wanted(application, edge.from, edge.to);
  const auto place = std::ranges::lower_bound(schedule.resent, wanted, {}, key_of_resent);
  if (place != schedule.resent.end() && key_of_resent(*place) == wanted) return *place;
  return *schedule.resent.insert(place, {application, edge.from, edge.to, first});
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

Rearrangement::Rearrangement(const Situation& situation, Ending cause, const Workload& realized, Schedule& schedule)
    : situation_(situation),
      realized_(realized),
      schedule_(schedule),
      moment_(static_cast<int>(schedule.moments.size())) {
  schedule.moments.push_back({cause, situation.decision_time});
  for (const std::vector<Placement>& placements : schedule.placements)
    for (const Placement& placed : placements) order_ = std::max(order_, placed.order);
}

Placement Rearrangement::place(int application, int task, int cluster, std::vector<int> processors) {
  Placement& placed = schedule_.placements[application][task];
  Placement former = std::exchange(placed, {.cluster = cluster,
                                            .processors = std::move(processors),
                                            .start = k_never,
                                            .finish = k_never,
                                            .not_before = situation_.effect(),
                                            .order = ++order_,
                                            .moment = moment_});
  if (placed.processors != former.processors) send_again(application, task, former);
  return former;
}

void Rearrangement::send_again(int app, int task, const Placement& former) {
  const std::vector<Placement>& placements = schedule_.placements[app];
  const auto edges = realized_.applications[app].graph.in_edges(task);
  const auto has_left = [&](const Edge& edge) {
    return edge.bytes > 0 && !situation_.is_open(app, edge.from) && placements[edge.from].finish < situation_.effect();
  };
  double longest = -1;  // s
  for (const Edge& edge : edges) {
    if (!has_left(edge)) continue;
    if (former.cluster < 0) {
      Resent& first = resend_along(schedule_, app, edge, placements[task]);
      first.earliest = situation_.effect();
      first.leaves = moment_;
      continue;
    }
    const double time = moving_time(situation_.platform, edge, placements[edge.from], placements[task]);
    Resent& again = resend_along(schedule_, app, edge, former);
    again.left = situation_.effect();
    again.arrival = again.left + time;
    again.arrives = static_cast<int>(schedule_.moments.size());
    longest = std::max(longest, time);
  }
  if (longest >= 0) schedule_.moments.push_back({{.number = moment_}, longest});
}

}  // namespace palio
