#include "runners/simgrid/platform_builder.h"

#include <fmt/format.h>

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;

sg4::Link* add_link(sg4::NetZone* zone, const std::string& name, const Link& link, sg4::Link::SharingPolicy policy) {
  sg4::Link* created = zone->create_link(name, link.bandwidth);
  created->set_latency(link.latency)->set_sharing_policy(policy)->seal();
  return created;
}

void add_cluster(sg4::NetZone* root, sg4::Link* backbone, const Cluster& cluster, int index,
                 std::vector<sg4::Host*>& hosts) {
  sg4::NetZone* zone = sg4::create_star_zone(fmt::format("cluster{}", index));
  zone->set_parent(root);
  // FATPIPE: bounds each message by itself, never two together.
  sg4::Link* fabric =
      add_link(zone, fmt::format("switch{}", index), cluster.cluster_switch, sg4::Link::SharingPolicy::FATPIPE);
  for (int i = 0; i < cluster.processors; ++i) {
    const std::size_t number = hosts.size();
    sg4::Host* host = zone->create_host(fmt::format("p{}", number), cluster.speed);
    host->seal();
    sg4::Link* link =
        add_link(zone, fmt::format("link{}", number), cluster.processor_link, sg4::Link::SharingPolicy::SHARED);
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                    {sg4::LinkInRoute(link), sg4::LinkInRoute(fabric)});
    hosts.push_back(host);
  }
  simgrid::kernel::routing::NetPoint* gateway = zone->create_router(fmt::format("gateway{}", index));
  zone->add_route(gateway, nullptr, nullptr, nullptr, std::vector<sg4::LinkInRoute>{});
  zone->seal();
  if (backbone == nullptr) return;
  sg4::Link* uplink = add_link(root, fmt::format("uplink{}", index), cluster.uplink, sg4::Link::SharingPolicy::SHARED);
  root->add_route(zone->get_netpoint(), nullptr, gateway, nullptr,
                  {sg4::LinkInRoute(uplink), sg4::LinkInRoute(backbone)});
}

}  // namespace

BuiltPlatform build_platform(const Platform& platform, int timers) {
  BuiltPlatform built;
  built.processors.reserve(static_cast<std::size_t>(processor_count(platform)));
  sg4::NetZone* root = sg4::create_star_zone("root");
  sg4::Link* backbone = platform.clusters.size() == 1
                            ? nullptr
                            : add_link(root, "backbone", platform.backbone, sg4::Link::SharingPolicy::SHARED);
  for (std::size_t k = 0; k < platform.clusters.size(); ++k)
    add_cluster(root, backbone, platform.clusters[k], static_cast<int>(k), built.processors);
  for (int i = 0; i < timers; ++i) {
    built.timers.push_back(root->create_host(fmt::format("timer{}", i), 1.0));
    built.timers.back()->seal();
  }
  root->seal();
  return built;
}

}  // namespace palio
