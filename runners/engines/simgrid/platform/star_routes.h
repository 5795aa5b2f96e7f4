#pragma once

#include <simgrid/s4u.hpp>

#include <map>
#include <unordered_map>
#include <vector>

namespace palio {

/// Whether a platform file has routes between single hosts or zones that replace those of the zones' routing.
enum class Bypasses { none, some };

/// Tells that all hosts of a group have equal routes, from one look at each host instead of each pair: in SimGrid's
/// star zones, which clusters are, a route is a way up to the centre and a way down from it.
class StarRoutes {
public:
  using Hosts = std::vector<simgrid::s4u::Host*>;

  explicit StarRoutes(Bypasses bypasses) : bypasses_(bypasses) {}

  /// Whether the routes from each host of a group to each one of another group, or to each other one of the same group,
  /// are surely alike: the same latencies and bandwidths, link by link. All hosts of a group are in one zone.
  bool surely_alike(const Hosts& from, const Hosts& to);

private:
  using NetPoint = simgrid::kernel::routing::NetPoint;
  using Links = std::vector<const simgrid::s4u::Link*>;
  using Owners = std::unordered_map<const simgrid::s4u::Link*, const simgrid::s4u::Host*>;  // null: all hosts

  Links links(const NetPoint* from, const NetPoint* to);
  template <class Half>
  static bool add_halves(const Hosts& hosts, Half half_of, Owners& owners);
  const NetPoint* centre_of(simgrid::s4u::NetZone* zone);

  Bypasses bypasses_;
  std::map<const simgrid::s4u::NetZone*, const NetPoint*> centres_;  // looked up, never walked
  std::unordered_map<const simgrid::kernel::resource::StandardLinkImpl*, const simgrid::s4u::Link*> known_links_;
};

}  // namespace palio
