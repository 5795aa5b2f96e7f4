#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "runners/engines/crew/crew.h"

namespace palio {

/// A crew without SimGrid, to the same dates. A computation has its node's processor to itself. Messages share the
/// links of their ends max-min fairly; the latency of a message is waited for before it flows. What is left of a job is
/// reduced when its rate is looked at again, and only then, as SimGrid does it: for messages when one begins or ends
/// that shares a link with them, directly or through others; for a computation when another actor of its node sleeps
/// or sends.
class FluidCrew final : public Crew {
public:
  /// The network must stay where it is.
  FluidCrew(const StarNetwork& network, double horizon);

  int hire(int node) override;
  bool busy(int actor) const override { return member(actor).job.has_value(); }
  void give(int actor, const CrewJob& job) override;
  void abort(int actor) override;
  void stop() override { over_ = true; }
  double run(Decide decide) override;

private:
  enum class Phase { waits, computes, flows };  // waits: for a timer, or out the latency of a message
  struct Member {
    int node = 0;
    std::optional<CrewJob> job = std::nullopt;
    Phase phase = Phase::waits;
    double left = 0;            // flop or units
    double rate = 0;            // per s
    double share = 0;           // of the links, while rates are found
    double looked_at = 0;       // when so much was left, s
    std::uint32_t planned = 0;  // counts the ends that were planned; all but the last one are void
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

  Member& member(int actor) { return members_[static_cast<std::size_t>(actor)]; }
  const Member& member(int actor) const { return members_[static_cast<std::size_t>(actor)]; }
  std::array<int, 2> links_of(const CrewJob& message) const { return {2 * message.sender, 2 * message.receiver + 1}; }
  Link& link(int number) { return links_[static_cast<std::size_t>(number)]; }

  void decide(std::span<const int> ended);
  void begin(int actor);
  void wait(int actor, double duration);
  void flow(int actor);
  void end(int actor);
  void look_at(Member& member) const;
  void plan(int actor, double date);
  void plan_end(int actor);
  void look_at_computations(int node);
  void find_rates();
  void find_component(int seed);
  void share_component();
  double least_share() const;
  void take_share(int actor);
  std::optional<double> next_date();
  void advance(double date);

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
  double now_ = 0;                  // the date that is told: that of a timer as it was asked for, s
  int under_way_ = 0;
  bool over_ = false;

  // Of find_rates() alone.
  std::vector<Share> shares_;
  std::vector<int> share_of_link_;  // place in shares_, or -1
  std::vector<int> sharing_;        // flows that get the least share
};

}  // namespace palio
