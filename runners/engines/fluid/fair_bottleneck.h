#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runners/engines/translation/network.h"

namespace palio {

/// `amount` less `used`, or 0 if less than `precision` is left. All thresholds of SimGrid work like this.
inline double left_of(double amount, double used, double precision) {
  const double left = amount - used;
  return left < precision ? 0.0 : left;
}

/// Bottleneck sharing as SimGrid 3.32 computes it (its solver "fairbottleneck"), addition by addition, so that rates
/// are the same bits. In each round, a link offers what it has left in equal parts to those of its users that still
/// grow; each of these grows by the smallest of its links' offers, or up to its bound. A link that has nothing left
/// stops its users. Two peculiarities affect dates: a user that has stopped still uses up its last growth in each
/// round, and a link without contention loses only the smallest use of any user.
class FairBottleneck {
public:
  /// Less than this counts as nothing, byte/s.
  static constexpr double k_precision = 1e-5;

  struct User {
    double bytes = 0;  // that the flow puts on the link
    std::uint32_t flow = 0;
  };

  /// From now on, flows have numbers below this, and no fewer than before.
  void grow(std::size_t flows);
  /// Starts a new problem with some of these flows.
  void clear();
  /// `bound`: 1/s; no bound if not positive.
  void add_flow(std::uint32_t flow, double bound);
  /// The users, in the order in which they began to flow, must stay valid until solve() has ended.
  void add_link(double bandwidth, Contention contention, std::span<const User> users);

  void solve();
  /// The flows of the problem.
  std::span<const std::uint32_t> flows() const { return flows_; }
  /// 1/s: shares of the flow.
  double rate(std::uint32_t flow) const { return states_[flow].rate; }

private:
  struct State {
    double bound = 0;
    double rate = 0;
    double growth = 0;  // in this round
    bool grows = false;
  };
  struct SharedLink {
    double left = 0;   // byte/s
    double offer = 0;  // byte/s, to each of its users that grow
    Contention contention = Contention::contended;
    std::span<const User> users;
  };

  bool offer(SharedLink& link);
  void grow();
  bool use(SharedLink& link);
  void stop(State& flow) {
    growing_ -= flow.grows ? 1 : 0;
    flow.grows = false;
  }

  std::vector<State> states_;  // by flow
  std::vector<std::uint32_t> flows_;
  std::vector<SharedLink> links_;  // those that may still bound a flow
  std::size_t growing_ = 0;        // flows
};

}  // namespace palio
