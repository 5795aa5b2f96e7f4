#pragma once

#include <simgrid/s4u.hpp>

#include <optional>
#include <string>
#include <vector>

#include "platforms/model/platform.h"
#include "runners/engines/simgrid/platform/star_routes.h"

namespace palio {

/// What a core draws, by SimGrid's property wattage_per_state. Nothing: it is missing, or a core draws more if it is
/// the first of its host. Throws UserError for a value that is none.
std::optional<Power> power_of(const simgrid::s4u::Host& host);

/// Groups of hosts that strategies see as one cluster: neighbours in a zone with the same speed, power, number of cores
/// and routes. The hosts of a torus, a fat tree or a dragonfly are one cluster even if their routes differ, and the
/// worst route counts. Time and memory grow with the hosts of clusters, and with the pairs of other hosts.
class HostGroups {
public:
  using Hosts = std::vector<simgrid::s4u::Host*>;

  /// In the order of the file. Throws UserError for more than k_most_hosts groups.
  HostGroups(const Hosts& hosts, Bypasses bypasses);

  const std::vector<Hosts>& groups() const { return groups_; }
  std::string name(std::size_t group) const;
  /// From one group to another, or within one: an empty one within a single host. Nothing: SimGrid finds none.
  std::optional<Route> route(std::size_t from, std::size_t to) const;

private:
  // The bandwidth and latency for a single message.
  struct Way {
    double latency = 0, bandwidth = Route::k_unbounded;
    bool is_worst = false;  // of several that differ
    bool exists = true;
  };

  static Way way_between(const simgrid::s4u::Host* from, const simgrid::s4u::Host* to);
  Way first_way(std::size_t from, std::size_t to) const;
  std::optional<std::size_t> look(std::size_t from, std::size_t to);
  std::vector<std::size_t> find_uneven();
  void split(const std::vector<std::size_t>& uneven);
  const Way& way(std::size_t from, std::size_t to) const { return ways_[from * groups_.size() + to]; }

  void check_count() const;

  StarRoutes star_routes_;
  std::vector<Hosts> groups_;
  std::vector<Way> ways_;  // from a to b at a * groups + b
};

}  // namespace palio
