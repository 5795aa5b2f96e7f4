#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>
#include <utility>

#include "core/error.h"
#include "runners/engines/fluid/engine.h"
#include "runners/engines/fluid/fair_bottleneck.h"

namespace palio {
namespace {

// SimGrid's precisions: relative for a link, and times the precision of dates for a job.
constexpr double k_share_precision = FairBottleneck::k_precision;
constexpr int k_none = -1;
constexpr double k_no_share = -1;
constexpr double k_none_open = std::numeric_limits<double>::infinity();

// A crew without SimGrid but with its dates. A computation has its node's processor to itself. Messages share the links
// of their ends max-min fairly and begin to flow after their latency. As in SimGrid, what is left of a job is updated
// only when its rate is computed again: for messages when one begins or ends that shares a link with them, directly or
// through others; for a computation when another actor of its node sleeps or sends.
class FluidCrew final : public Crew {
public:
  FluidCrew(const StarNetwork& network, double horizon)
      : precision_(date_precision(horizon)), hired_(network.nodes().size()) {
    for (const StarNetwork::Node& node : network.nodes()) {
      links_.push_back({node.out});
      links_.push_back({node.in});
      speeds_.push_back(node.speed);
    }
    share_of_link_.assign(links_.size(), k_none);
  }

  int hire(int node) override {
    const auto actor = static_cast<int>(members_.size());
    members_.push_back({.node = node});
    hired_[node].push_back(actor);
    return actor;
  }

  bool busy(int actor) const override { return member(actor).job.has_value(); }

  void give(int actor, const CrewJob& job) override {
    member(actor).job = job;
    ++under_way_;
    given_.push_back(actor);
  }

  void abort(int actor) override {
    ++member(actor).planned;
    member(actor).job.reset();
    --under_way_;
  }

  void stop() override { over_ = true; }

  double run(Decide decide) override {
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

private:
  enum class Phase { waits, computes, flows };  // waits: for a timer or for the latency of a message
  struct Member {
    int node = 0;
    std::optional<CrewJob> job = std::nullopt;
    Phase phase = Phase::waits;
    double left = 0;            // flop or units
    double rate = 0;            // per s
    double share = 0;           // of the links, while rates are found
    double looked_at = 0;       // the date of `left`, s
    std::uint32_t planned = 0;  // counts the planned ends; only the last one is valid
  };
  struct Link {
    double bandwidth = 0;         // units/s
    std::vector<int> flows = {};  // actors
  };
  // A link of a component whose flows get new rates.
  struct Share {
    int link = 0;
    double left = 0;   // units/s
    double users = 0;  // flows without a rate
    bool open = true;
  };
  struct End {
    double date = 0;  // s
    int actor = 0;
    std::uint32_t planned = 0;
    bool operator>(const End& other) const { return date > other.date; }
  };

  Member& member(int actor) { return members_[actor]; }
  const Member& member(int actor) const { return members_[actor]; }
  std::array<int, 2> links_of(const CrewJob& message) const { return {2 * message.sender, 2 * message.receiver + 1}; }
  Link& link(int number) { return links_[number]; }

  void decide(std::span<const int> ended) {
    double asked_for = 0;  // by a timer; the clock may differ in its last bit
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

  void begin(int actor) {
    const CrewJob& job = *member(actor).job;
    switch (job.kind) {
      case CrewJob::Kind::computation: {
        Member& it = member(actor);
        it.phase = Phase::computes;
        it.left = job.amount;
        it.rate = speeds_[it.node];
        it.looked_at = clock_;
        return plan_end(actor);
      }
      case CrewJob::Kind::message: return job.latency > 0 ? wait(actor, job.latency) : flow(actor);
      case CrewJob::Kind::timer: return wait(actor, job.amount - clock_);
    }
  }

  void wait(int actor, double duration) {
    member(actor).phase = Phase::waits;
    look_at_computations(member(actor).node);
    plan(actor, duration > 0 ? clock_ + std::max(duration, precision_) : clock_);
  }

  void flow(int actor) {
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

  void end(int actor) {
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

  void look_at(Member& it) const {
    it.left = left_of(it.left, it.rate * (clock_ - it.looked_at), k_share_precision * precision_);
    it.looked_at = clock_;
  }

  void plan(int actor, double date) { ends_.push({date, actor, ++member(actor).planned}); }

  void plan_end(int actor) {
    const Member& it = member(actor);
    plan(actor, clock_ + (it.left > 0 ? it.left / it.rate : 0.0));
  }

  void look_at_computations(int node) {
    for (const int actor : hired_[node]) {
      Member& it = member(actor);
      if (!it.job || it.phase != Phase::computes || it.looked_at == clock_) continue;
      look_at(it);
      plan_end(actor);
    }
  }

  void find_rates() {
    for (const int seed : std::exchange(changed_, {})) {
      if (share_of_link_[seed] != k_none || link(seed).flows.empty()) continue;
      find_component(seed);
    }
    share_component();
  }

  // All links that share flows with this one, directly or through others.
  void find_component(int seed) {
    const auto add = [&](int number) {
      int& place = share_of_link_[number];
      if (place != k_none) return;
      place = static_cast<int>(shares_.size());
      shares_.push_back({number, link(number).bandwidth, static_cast<double>(link(number).flows.size())});
    };
    std::size_t walked = shares_.size();
    for (add(seed); walked < shares_.size(); ++walked)
      for (const int actor : link(shares_[walked].link).flows)
        for (const int number : links_of(*member(actor).job)) add(number);
  }

  // Max-min fairness: the links with the least for each of their flows give it to them, then the same with what is
  // left. As in SimGrid, a link is used up when less than a fraction of 10^-5 is left.
  void share_component() {
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
      share_of_link_[share.link] = k_none;
      if (share.link % 2 != 0) continue;  // each flow has one outgoing link
      for (const int actor : link(share.link).flows) {
        look_at(member(actor));
        member(actor).rate = member(actor).share;
        plan_end(actor);
      }
    }
    shares_.clear();
  }

  double least_share() const {
    double least = k_none_open;
    for (const Share& share : shares_)
      if (share.open) least = std::min(least, share.left / share.users);
    return least;
  }

  void take_share(int actor) {
    for (const int number : links_of(*member(actor).job)) {
      Share& share = shares_[share_of_link_[number]];
      const double precision = link(number).bandwidth * k_share_precision;
      share.left = left_of(share.left, member(actor).share, precision);
      share.users = left_of(share.users, 1, k_share_precision);
      share.open = share.open && share.users > k_share_precision && share.left > precision;
    }
  }

  std::optional<double> next_date() {
    while (!ends_.empty() && ends_.top().planned != member(ends_.top().actor).planned) ends_.pop();
    if (ends_.empty()) return std::nullopt;
    return ends_.top().date;
  }

  // Ends all jobs that end at this date, or closer to it than the precision.
  void advance(double date) {
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

  const double precision_;  // s
  std::vector<Member> members_;
  std::vector<Link> links_;              // by node: outgoing, incoming
  std::vector<double> speeds_;           // by node, flop/s
  std::vector<std::vector<int>> hired_;  // by node: actors
  Decide decide_;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends_;
  std::vector<int> given_, ended_;  // at this date
  std::vector<int> changed_;        // links whose flows have changed since rates were found
  double clock_ = 0;                // s
  double now_ = 0;                  // the reported date: for a timer the date that was asked for, s
  int under_way_ = 0;
  bool over_ = false;

  // Used only by find_rates().
  std::vector<Share> shares_;
  std::vector<int> share_of_link_;  // place in shares_, or -1
  std::vector<int> sharing_;        // flows that get the least share
};

}  // namespace

std::unique_ptr<Crew> fluid_crew(const StarNetwork& network, double horizon) {
  return std::make_unique<FluidCrew>(network, horizon);
}

}  // namespace palio
