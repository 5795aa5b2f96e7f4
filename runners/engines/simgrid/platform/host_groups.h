#pragma once

#include <simgrid/s4u.hpp>

#include <optional>
#include <string>
#include <vector>

#include "platforms/model/platform.h"

namespace palio {

/// Hosts that strategies take for one cluster: side by side in a zone, equally fast, with as many cores, and with
/// routes that are alike. Those of a torus, a fat tree or a dragonfly are one cluster however their routes differ, and
/// what is said of it is the worst. All members throw UserError for hosts that no route joins.
class HostGroups {
public:
  using Hosts = std::vector<simgrid::s4u::Host*>;

  /// In the order of the file.
  explicit HostGroups(const Hosts& hosts);

  const std::vector<Hosts>& groups() const { return groups_; }
  std::string name(std::size_t group) const;
  /// From one group to another one, or within one. Nothing within a single host.
  Route route(std::size_t from, std::size_t to) const;

private:
  // What a message alone meets.
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
