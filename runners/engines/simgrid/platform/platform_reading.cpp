#include "runners/engines/simgrid/platform/platform_reading.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <memory>
#include <simgrid/s4u.hpp>
#include <utility>

#include "core/error.h"
#include "platforms/explicit/simgrid_json.h"
#include "platforms/explicit/star_json.h"
#include "runners/engines/simgrid/platform/dying_words.h"
#include "runners/engines/simgrid/platform/engine_arguments.h"
#include "runners/engines/simgrid/platform/host_groups.h"
#include "runners/engines/simgrid/platform/loaded_platform.h"
#include "runners/engines/simgrid/platform/star_reading.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

// Its number, and whether it was there already, of each route once.
class Routes {
public:
  int number(const Route& route) {
    const auto [place, is_new] = numbers_.try_emplace({route.latency, route.sender, route.receiver, route.shared},
                                                      static_cast<int>(routes_.size()));
    if (is_new) routes_.push_back(route);
    return place->second;
  }
  std::vector<Route> take() { return std::move(routes_); }

private:
  std::map<std::array<double, 4>, int> numbers_;
  std::vector<Route> routes_;
};

Cluster cluster_of(const HostGroups& found, std::size_t group) {
  const HostGroups::Hosts& hosts = found.groups()[group];
  Cluster cluster{};
  cluster.name = found.name(group);
  cluster.speed = hosts.front()->get_speed();
  cluster.cores = hosts.front()->get_core_count();
  cluster.processors = static_cast<int>(hosts.size()) * cluster.cores;
  return cluster;
}

Platform platform_of(const HostGroups::Hosts& hosts, const std::string& xml) {
  const HostGroups found(hosts);
  const std::size_t count = found.groups().size();
  Platform platform;
  LoadedNetwork network;
  Routes routes;
  network.xml = xml;
  for (std::size_t a = 0; a < count; ++a) {
    platform.clusters.push_back(cluster_of(found, a));
    for (const sg4::Host* host : found.groups()[a]) network.hosts.push_back(host->get_name());
    for (std::size_t b = 0; b < count; ++b) network.between.push_back(routes.number(found.route(a, b)));
  }
  network.routes = routes.take();
  platform.interconnect = Interconnect::loaded;
  platform.loaded = std::make_shared<const LoadedNetwork>(std::move(network));
  return platform;
}

}  // namespace

std::string read_simgrid_platform(const std::string& xml, const std::string& place) {
  // Kept: the process ends soon, and nobody needs to take it down.
  auto& arguments = *new EngineArguments({"--cfg=host/model:ptask_L07"});
  new sg4::Engine(arguments.count(), arguments.values());
  const DyingWords words(place);
  const HostGroups::Hosts hosts = load_platform(xml, place);
  try {
    sg4::Engine::get_instance()->seal_platform();  // only then all routes are there
    if (is_star_loaded()) return star_json(star_of(hosts));
    const Platform platform = platform_of(hosts, xml);
    check(platform);
    return simgrid_json(platform);
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", place, error.what()));
  }
}

}  // namespace palio
