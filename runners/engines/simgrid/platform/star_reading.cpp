#include "runners/engines/simgrid/platform/host_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <xbt/config.hpp>

#include "core/error.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

constexpr std::string_view k_model = "a file with network/model CM02 is a star, as Palio writes it";

[[noreturn]] void refuse(const sg4::Host& worker, std::string_view why) {
  throw UserError(fmt::format("host {} {}: {}", worker.get_name(), why, k_model));
}

// The capacities of the two links between a worker and the master, in the order of the way, and its latency.
struct Way {
  double first = 0, last = 0;  // byte/s
  double latency = 0;          // s
};

Way way_of(const sg4::Host& worker, const sg4::Host* from, const sg4::Host* to) {
  Way way;
  std::vector<sg4::Link*> links;
  from->route_to(to, links, &way.latency);
  const auto is_shared = [](const sg4::Link* link) {
    return link->get_sharing_policy() == sg4::Link::SharingPolicy::SHARED;
  };
  if (links.size() != 2 || !std::ranges::all_of(links, is_shared))
    refuse(worker, "has not one link of its own behind one of the master's");
  way.first = links[0]->get_bandwidth();
  way.last = links[1]->get_bandwidth();
  return way;
}

PortModel ports_of(const sg4::Host& master) {
  const char* given = master.get_property("port_model");
  if (given == nullptr) return PortModel::one_port;
  if (std::ranges::find(k_port_models, std::string_view(given)) == k_port_models.end())
    throw UserError(fmt::format("the port_model of host {} cannot be \"{}\"", master.get_name(), given));
  return port_model_of(std::string_view(given));
}

}  // namespace

bool is_star_loaded() { return simgrid::config::get_value<std::string>("network/model") == "CM02"; }

Star star_of(const std::vector<sg4::Host*>& hosts) {
  const auto found = std::ranges::find_if(hosts, [](const sg4::Host* host) { return host->get_name() == "master"; });
  if (found == hosts.end()) throw UserError(fmt::format("there is no host master: {}", k_model));
  const sg4::Host* master = *found;
  Star star;
  star.port_model = ports_of(*master);
  for (const sg4::Host* host : hosts) {
    if (host == master) continue;
    const Way to = way_of(*host, master, host), back = way_of(*host, host, master);
    if (back.first != to.last || back.last != to.first || back.latency != to.latency)
      refuse(*host, "has other links back to the master");
    if (!star.workers.empty() && to.first != star.master_bandwidth)
      refuse(*host, "is behind another link of the master");
    star.master_bandwidth = to.first;
    star.workers.push_back({host->get_speed(), {to.last, to.latency}});
  }
  check(star);
  return star;
}

}  // namespace palio
