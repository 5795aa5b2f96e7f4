#include "runners/engines/fluid/fluid_crew.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.h"
#include "runners/engines/fluid/fair_bottleneck.h"

namespace palio {
namespace {

// SimGrid's: of a link, and times the precision of dates of a job.
constexpr double k_share_precision = FairBottleneck::k_precision;
constexpr int k_none = -1;
constexpr double k_no_share = -1;
constexpr double k_none_open = std::numeric_limits<double>::infinity();

}  // namespace

FluidCrew::FluidCrew(const StarNetwork& network, double horizon)
    : precision_(date_precision(horizon)), hired_(network.nodes().size()) {
  for (const StarNetwork::Node& node : network.nodes()) {
    links_.push_back({node.out});
    links_.push_back({node.in});
    speeds_.push_back(node.speed);
  }
  share_of_link_.assign(links_.size(), k_none);
}

int FluidCrew::hire(int node) {
  const auto actor = static_cast<int>(members_.size());
  members_.push_back({.node = node});
  hired_[static_cast<std::size_t>(node)].push_back(actor);
  return actor;
}

void FluidCrew::give(int actor, const CrewJob& job) {
  member(actor).job = job;
  ++under_way_;
  given_.push_back(actor);
}

void FluidCrew::abort(int actor) {
  ++member(actor).planned;
  member(actor).job.reset();
  --under_way_;
}

double FluidCrew::run(Decide decide) {
  decide_ = std::move(decide);
  this->decide({});
  while (!over_) {
    find_rates();
    const std::optional<double> date = next_date();
    if (!date) throw InternalError(fmt::format("nothing ends after {} s with {} jobs under way", now_, under_way_));
    advance(*date);
    if (!ended_.empty()) {
      std::ranges::sort(ended_);
      this->decide(std::exchange(ended_, {}));
    }
  }
  return now_;
}

void FluidCrew::decide(std::span<const int> ended) {
  double asked_for = 0;  // by a timer, which the clock may miss by its last bit
  for (const int actor : ended) {
    const CrewJob job = *std::exchange(member(actor).job, std::nullopt);
    if (job.kind == CrewJob::Kind::timer) asked_for = std::max(asked_for, job.amount);
    --under_way_;
  }
  now_ = std::max(now_, asked_for > 0 ? asked_for : clock_);
  decide_(ended, now_);
  over_ = over_ || under_way_ == 0;
  for (const int actor : std::exchange(given_, {}))
    if (!over_) begin(actor);
}

void FluidCrew::begin(int actor) {
  const CrewJob& job = *member(actor).job;
  switch (job.kind) {
    case CrewJob::Kind::computation: {
      Member& it = member(actor);
      it.phase = Phase::computes;
      it.left = job.amount;
      it.rate = speeds_[static_cast<std::size_t>(it.node)];
      it.looked_at = clock_;
      return plan_end(actor);
    }
    case CrewJob::Kind::message: return job.latency > 0 ? wait(actor, job.latency) : flow(actor);
    case CrewJob::Kind::timer: return wait(actor, job.amount - clock_);
  }
}

void FluidCrew::wait(int actor, double duration) {
  member(actor).phase = Phase::waits;
  look_at_computations(member(actor).node);
  plan(actor, duration > 0 ? clock_ + std::max(duration, precision_) : clock_);
}

void FluidCrew::flow(int actor) {
  Member& it = member(actor);
  it.phase = Phase::flows;
  it.left = it.job->amount;
  it.rate = 0;
  it.looked_at = clock_;
  look_at_computations(it.node);
  for (const int number : links_of(*it.job)) {
    link(number).flows.push_back(actor);
    changed_.push_back(number);
  }
}

// What was planned has come.
void FluidCrew::end(int actor) {
  Member& it = member(actor);
  if (it.phase == Phase::waits && it.job->kind == CrewJob::Kind::message) return flow(actor);
  if (it.phase == Phase::flows) {
    for (const int number : links_of(*it.job)) {
      std::erase(link(number).flows, actor);
      changed_.push_back(number);
    }
  }
  ended_.push_back(actor);
}

void FluidCrew::look_at(Member& it) const {
  it.left = left_of(it.left, it.rate * (clock_ - it.looked_at), k_share_precision * precision_);
  it.looked_at = clock_;
}

void FluidCrew::plan(int actor, double date) { ends_.push({date, actor, ++member(actor).planned}); }

void FluidCrew::plan_end(int actor) {
  const Member& it = member(actor);
  plan(actor, clock_ + (it.left > 0 ? it.left / it.rate : 0.0));
}

void FluidCrew::look_at_computations(int node) {
  for (const int actor : hired_[static_cast<std::size_t>(node)]) {
    Member& it = member(actor);
    if (!it.job || it.phase != Phase::computes || it.looked_at == clock_) continue;
    look_at(it);
    plan_end(actor);
  }
}

std::optional<double> FluidCrew::next_date() {
  while (!ends_.empty() && ends_.top().planned != member(ends_.top().actor).planned) ends_.pop();
  if (ends_.empty()) return std::nullopt;
  return ends_.top().date;
}

// Whatever ends at this date, or closer to it than the precision.
void FluidCrew::advance(double date) {
  clock_ += date - clock_;
  std::vector<int> ending;
  for (std::optional<double> next = date; next && std::abs(*next - clock_) < precision_; next = next_date()) {
    const int actor = ends_.top().actor;
    ends_.pop();
    ++member(actor).planned;
    ending.push_back(actor);
  }
  for (const int actor : ending) end(actor);
}

void FluidCrew::find_rates() {
  for (const int seed : std::exchange(changed_, {})) {
    if (share_of_link_[static_cast<std::size_t>(seed)] != k_none || link(seed).flows.empty()) continue;
    find_component(seed);
  }
  share_component();
}

// All links that share flows with this one, directly or through others.
void FluidCrew::find_component(int seed) {
  const auto add = [&](int number) {
    int& place = share_of_link_[static_cast<std::size_t>(number)];
    if (place != k_none) return;
    place = static_cast<int>(shares_.size());
    shares_.push_back({number, link(number).bandwidth, static_cast<double>(link(number).flows.size())});
  };
  std::size_t walked = shares_.size();
  for (add(seed); walked < shares_.size(); ++walked)
    for (const int actor : link(shares_[walked].link).flows)
      for (const int number : links_of(*member(actor).job)) add(number);
}

// Max-min fairness: the links that have the least for each of their flows give it to them, and so on with what is left.
// As in SimGrid, a flow uses a link up when less than a part of 10^-5 is left.
void FluidCrew::share_component() {
  for (const Share& share : shares_)
    for (const int actor : link(share.link).flows) member(actor).share = k_no_share;
  for (double least = least_share(); least != k_none_open; least = least_share()) {
    sharing_.clear();
    for (const Share& share : shares_) {
      if (!share.open || share.left / share.users != least) continue;
      for (const int actor : link(share.link).flows)
        if (member(actor).share == k_no_share) {
          member(actor).share = least;
          sharing_.push_back(actor);
        }
    }
    for (const int actor : sharing_) take_share(actor);
  }
  for (const Share& share : shares_) {
    share_of_link_[static_cast<std::size_t>(share.link)] = k_none;
    if (share.link % 2 != 0) continue;  // each flow has one outgoing link
    for (const int actor : link(share.link).flows) {
      look_at(member(actor));
      member(actor).rate = member(actor).share;
      plan_end(actor);
    }
  }
  shares_.clear();
}

double FluidCrew::least_share() const {
  double least = k_none_open;
  for (const Share& share : shares_)
    if (share.open) least = std::min(least, share.left / share.users);
  return least;
}

void FluidCrew::take_share(int actor) {
  for (const int number : links_of(*member(actor).job)) {
    Share& share = shares_[static_cast<std::size_t>(share_of_link_[static_cast<std::size_t>(number)])];
    const double precision = link(number).bandwidth * k_share_precision;
    share.left = left_of(share.left, member(actor).share, precision);
    share.users = left_of(share.users, 1, k_share_precision);
    share.open = share.open && share.users > k_share_precision && share.left > precision;
  }
}

}  // namespace palio
