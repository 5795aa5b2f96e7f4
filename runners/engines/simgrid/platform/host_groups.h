#pragma once

#include <simgrid/s4u.hpp>

#include <optional>
#include <string>
#include <vector>

#include "platforms/model/platform.h"

namespace palio {

/// Groups of hosts that strategies see as one cluster: neighbours in a zone with the same speed, number of cores and
/// routes. The hosts of a torus, a fat tree or a dragonfly are one cluster even if their routes differ, and the worst
/// route counts. All members throw UserError for hosts without a route between them.
class HostGroups {
public:
  using Hosts = std::vector<simgrid::s4u::Host*>;

  /// In the order of the file.
  explicit HostGroups(const Hosts& hosts);

  const std::vector<Hosts>& groups() const { return groups_; }
  std::string name(std::size_t group) const;
  /// From one group to another, or within one. Empty within a single host.
  Route route(std::size_t from, std::size_t to) const;

private:
  // The bandwidth and latency for a single message.
  struct Way {
    double latency = 0, bandwidth = Route::k_unbounded;
    bool is_worst = false;  // of several that differ
  };

  static Way way_between(const simgrid::s4u::Host* from, const simgrid::s4u::Host* to);
  std::optional<std::size_t> look(std::size_t from, std::size_t to);
  std::vector<std::size_t> find_uneven();
  void split(const std::vector<std::size_t>& uneven);
  const Way& way(std::size_t from, std::size_t to) const { return ways_[from * groups_.size() + to]; }

  std::vector<Hosts> groups_;
  std::vector<Way> ways_;  // from a to b at a * groups + b
};

}  // namespace palio
