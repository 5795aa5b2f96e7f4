#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "runners/engines/fluid/fair_bottleneck.h"
#include "runners/engines/translation/link_loads.h"
#include "runners/engines/translation/network.h"

namespace palio {

/// The flows on a network and their rates. Rates are computed again only for flows that share a link, directly or
/// through others, with one that began or ended.
///
/// Links that carry the same flows with the same loads count as one, a *bundle*: the private links of a cluster begin
/// as one, and a flow that crosses some links of a bundle splits it. Memory is kept for the next use.
class LinkSharing {
public:
  /// The properties of a flow besides its loads.
  struct Terms {
    Network::Crossing crossing;
    double bound = 0;  // 1/s; none if not positive
  };

  /// The network may get more links of pairs later.
  explicit LinkSharing(const Network& network);

  /// Removes all flows; from now on there are at most this many, numbered from 0.
  void reset(std::size_t flows);
  /// There are at most this many, and no fewer than before.
  void grow(std::size_t flows);
  void begin(std::uint32_t flow, const LinkLoads& loads, const Terms& terms);
  void end(std::uint32_t flow);

  /// Calls set(flow, rate in 1/s) for each flow whose rate may have changed since the last time.
  template <class Set>
  void update(Set set) {
    for (const std::uint32_t seed : changed_) {
      if (!flows_[seed].flowing || flows_[seed].seen == now_) continue;
      find_component(seed);
      solver_.solve();
      for (const std::uint32_t flow : solver_.flows()) set(flow, solver_.rate(flow));
    }
    changed_.clear();
    ++now_;
  }

private:
  using User = FairBottleneck::User;

  struct Bundle {
    double bandwidth = 0;
    Contention contention = Contention::contended;
    std::uint32_t home = 0;        // the bundle that its links belong to while they have no users
    std::uint32_t size = 0;        // links
    std::vector<User> users = {};  // from the earliest to the latest
    std::uint32_t bounding = 0;    // users that it might bound, of a bundle without contention
    std::uint64_t seen = 0;        // the update in which find_component() last saw it
    std::uint32_t crossed = 0;     // links of the current group
    std::uint32_t part = 0;        // the bundle that these links go to
  };
  struct Flow {
    std::vector<std::uint32_t> bundles = {};
    std::vector<std::uint32_t> bounded_by = {};  // bundles without contention that might bound it
    double bound = 0;
    bool flowing = false;
    std::uint64_t seen = 0;
  };

  void add_pair_links();
  std::span<const LinkLoads::Group> private_loads(const LinkLoads& loads) const;
  void cross(std::uint32_t flow, const LinkLoads::Group& group);
  std::uint32_t fixed_bundle(int link) const { return bundle_of_link_[link]; }
  std::uint32_t used_or_home(std::uint32_t bundle) const;
  std::uint32_t copy_of(std::uint32_t bundle);
  void leave(std::uint32_t bundle);
  void use(std::uint32_t bundle, std::uint32_t flow, double bytes);
  bool may_bound(int link, const LinkLoads& loads, const Terms& terms) const;
  static bool couples(const Bundle& bundle) {
    return bundle.contention == Contention::contended || bundle.bounding > 0;
  }
  void find_component(std::uint32_t seed);
  void add_to_component(std::uint32_t flow);

  const Network& network_;
  std::vector<std::uint32_t> first_bundle_of_link_;  // while there are no flows
  std::vector<Bundle> first_bundles_;

  std::vector<std::uint32_t> bundle_of_link_;
  std::vector<Bundle> bundles_;
  std::vector<std::uint32_t> free_bundles_;
  std::vector<Flow> flows_;
  std::vector<std::uint32_t> changed_;
  std::vector<std::uint32_t> crossed_;  // bundles, used by cross()
  std::uint64_t now_ = 1;               // counts updates
  FairBottleneck solver_;
};

}  // namespace palio
