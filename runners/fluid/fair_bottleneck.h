#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runners/translation/network.h"

namespace palio {

/// How much is left of an amount, less `used`; less than `precision` is nothing. All thresholds of SimGrid are this
/// one.
inline double left_of(double amount, double used, double precision) {
  const double left = amount - used;
  return left < precision ? 0.0 : left;
}

/// Bottleneck sharing as SimGrid 3.32 computes it (its solver "fairbottleneck"), addition by addition, so that rates
/// are the same bits: in rounds, each link offers what it has left in equal parts to those of its users that still
/// grow, and each of these grows by the least that one of its links lets through, or up to its bound. A link that has
/// nothing left stops its users. Peculiarities that decide dates: a user that has stopped goes on using up its last
/// growth in each round, and a link without contention has as much left as its most modest user leaves.
class FairBottleneck {
public:
  /// Less than this is nothing, byte/s.
  static constexpr double k_precision = 1e-5;

  void clear();
  /// Flows are numbered as they are added. `bound`: 1/s; none if not positive.
  void add_flow(double bound);
  void add_link(double bandwidth, Contention contention);
  /// A flow that puts `bytes` on the link added last; those that began to flow last come first.
  void add_user(std::uint32_t flow, double bytes);

  void solve();
  /// 1/s: shares of the flow.
  double rate(std::uint32_t flow) const { return flows_[flow].rate; }

private:
  struct Flow {
    double bound = 0;
    double rate = 0;
    double growth = 0;  // in this round
    bool grows = true;
  };
  struct User {
    std::uint32_t flow = 0;
    double bytes = 0;
  };
  struct NetLink {
    double left = 0;   // byte/s
    double offer = 0;  // byte/s, to each of its users that grow
    Contention contention = Contention::contended;
    std::uint32_t first = 0, end = 0;  // of users_
  };

  std::span<const User> users(const NetLink& link) const {
    return std::span(users_).subspan(link.first, link.end - link.first);
  }
  bool offer(NetLink& link);
  void grow();
  bool use(NetLink& link);

  std::vector<Flow> flows_;
  std::vector<NetLink> links_;  // those that may still bound somebody
  std::vector<User> users_;
  std::size_t growing_ = 0;  // flows
};

}  // namespace palio
