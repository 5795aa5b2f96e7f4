#include "runners/simgrid/simulated_platform.h"

#include <fmt/format.h>

#include <limits>

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;
using Policy = sg4::Link::SharingPolicy;

sg4::NetZone* add_zone(const char* name, sg4::NetZone* parent) {
  sg4::NetZone* zone = sg4::create_star_zone(name);
  if (parent != nullptr) zone->set_parent(parent);
  return zone;
}

}  // namespace

SimulatedPlatform::SimulatedPlatform(const Platform& platform, int timers) : platform_(platform) {
  sg4::NetZone* root = add_zone("root", nullptr);
  network_ = add_zone("network", root);
  sg4::NetZone* hosts = add_zone("hosts", root);
  for (const Cluster& cluster : platform.clusters) {
    add_connections(cluster);
    for (int i = 0; i < cluster.processors; ++i) {
      const std::size_t p = processors_.size();
      processors_.push_back(hosts->create_host(fmt::format("p{}", p), cluster.speed));
      private_links_.push_back(add_link(fmt::format("link{}", p), cluster.processor_link.bandwidth, Policy::SHARED));
    }
  }
  if (platform.clusters.size() > 1 && platform.interconnect == Interconnect::backbone)
    backbone_ = add_link("backbone", platform.backbone.bandwidth, Policy::SHARED);
  for (int i = 0; i < timers; ++i) timers_.push_back(hosts->create_host(fmt::format("timer{}", i), 1.0));
  hosts->seal();
  sink_ = network_->create_host("sink", 1.0);
}

// FATPIPE: bounds each message by itself, never two together.
void SimulatedPlatform::add_connections(const Cluster& cluster) {
  const std::size_t k = switches_.size();
  if (platform_.interconnect == Interconnect::shared_switch) {
    switches_.push_back(k > 0 ? switches_.front()
                              : add_link("switch", platform_.shared_switch.bandwidth, Policy::FATPIPE));
    return;
  }
  switches_.push_back(add_link(fmt::format("switch{}", k), cluster.cluster_switch.bandwidth, Policy::FATPIPE));
  uplinks_.push_back(add_link(fmt::format("uplink{}", k), cluster.uplink.bandwidth, Policy::SHARED));
}

sg4::Host* SimulatedPlatform::processors_port(const std::vector<int>& processors) {
  Links links;
  for (const int processor : processors) links.push_back(private_links_[static_cast<std::size_t>(processor)]);
  return port(links);
}

sg4::Host* SimulatedPlatform::message_port(int from, int to) {
  Links links{delay(from, to), switches_[static_cast<std::size_t>(from)]};
  // A shared switch is crossed once.
  if (switches_[static_cast<std::size_t>(to)] != links.back()) links.push_back(switches_[static_cast<std::size_t>(to)]);
  return port(links);
}

sg4::Host* SimulatedPlatform::contended_port(int from, int to) {
  if (uplinks_.empty() || from == to) return nullptr;
  Links links{uplinks_[static_cast<std::size_t>(from)]};
  if (backbone_ != nullptr) links.push_back(backbone_);
  links.push_back(uplinks_[static_cast<std::size_t>(to)]);
  return port(links);
}

sg4::Link* SimulatedPlatform::add_link(const std::string& name, double bandwidth, Policy policy) {
  sg4::Link* link = network_->create_link(name, bandwidth);
  link->set_sharing_policy(policy);  // sealed with its zone: SimGrid cannot trace a link that is sealed twice
  return link;
}

sg4::Link* SimulatedPlatform::delay(int from, int to) {
  sg4::Link*& link = delays_[{from, to}];
  if (link != nullptr) return link;
  link = network_->create_link(fmt::format("delay{}-{}", from, to), std::numeric_limits<double>::max());
  link->set_latency(route_latency(platform_, from, to))->set_sharing_policy(Policy::FATPIPE);
  return link;
}

sg4::Host* SimulatedPlatform::port(const Links& links) {
  sg4::Host*& host = ports_[links];
  if (host != nullptr) return host;
  host = network_->create_host(fmt::format("port{}", ports_.size()), 1.0);
  network_->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                      std::vector<sg4::LinkInRoute>(links.begin(), links.end()));
  return host;
}

}  // namespace palio
