#include "runners/simgrid/platform/simulated_platform.h"

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

SimulatedPlatform::SimulatedPlatform(const Platform& platform) : network_(platform) {
  sg4::NetZone* root = add_zone("root", nullptr);
  zone_ = add_zone("network", root);
  sg4::NetZone* hosts = add_zone("hosts", root);
  for (std::size_t p = 0; p < network_.processors(); ++p)
    processors_.push_back(hosts->create_host(fmt::format("p{}", p), network_.speed(static_cast<int>(p))));
  add_links();
  hosts->seal();
  sink_ = zone_->create_host("sink", 1.0);
}

// Those that the network did not have before.
void SimulatedPlatform::add_links() {
  while (links_.size() < network_.links().size()) add_link(network_.links()[links_.size()]);
}

// Sealed with its zone: SimGrid cannot trace a link that is sealed twice.
void SimulatedPlatform::add_link(const NetworkLink& link) {
  sg4::Link* made = zone_->create_link(name_of(link), link.bandwidth);
  made->set_sharing_policy(link.contention == Contention::contended ? Policy::SHARED : Policy::FATPIPE);
  links_.push_back(made);
}

void SimulatedPlatform::append(std::span<const int> numbers, Links& links) const {
  for (const int number : numbers) links.push_back(links_[static_cast<std::size_t>(number)]);
}

HostTransfer SimulatedPlatform::redistribution(const ActivityGraph::Redistribution& moved) {
  const Placement& source = *moved.source;
  const Placement& target = *moved.target;
  loads_.find(moved.edge->bytes, source.processors, target.processors);
  HostTransfer transfer;
  std::vector<double> sent;
  const auto send = [&](sg4::Host* port, double bytes) {
    if (port == nullptr) return;
    transfer.hosts.push_back(port);
    sent.push_back(bytes);
  };
  send(message_port(source.cluster, target.cluster), loads_.largest());
  send(contended_port(source.cluster, target.cluster), loads_.total());
  for (const LinkLoads::Group& group : loads_.groups()) send(processors_port(group.processors), group.bytes);
  transfer.hosts.push_back(sink_);
  const std::size_t hosts = transfer.hosts.size();
  transfer.bytes.assign(hosts * hosts, 0.0);
  for (std::size_t i = 0; i < sent.size(); ++i) transfer.bytes[(i + 1) * hosts - 1] = sent[i];
  return transfer;
}

sg4::Host* SimulatedPlatform::add_timer() { return zone_->create_host(fmt::format("timer{}", timers_++), 1.0)->seal(); }

sg4::Host* SimulatedPlatform::processors_port(std::span<const int> processors) {
  if (!network_.has_private_links()) return nullptr;
  Links links;
  append(processors, links);
  return port(links);
}

sg4::Host* SimulatedPlatform::message_port(int from, int to) {
  const Network::Crossing crossing = network_.crossing(from, to);
  add_links();
  Links links{delay(from, to, crossing.latency)};
  append(crossing.switches(), links);
  return port(links);
}

sg4::Host* SimulatedPlatform::contended_port(int from, int to) {
  Links links;
  append(network_.crossing(from, to).trunks(), links);
  return links.empty() ? nullptr : port(links);
}

sg4::Link* SimulatedPlatform::delay(int from, int to, double latency) {
  sg4::Link*& link = delays_[{from, to}];
  if (link != nullptr) return link;
  link = zone_->create_link(fmt::format("delay{}-{}", from, to), std::numeric_limits<double>::max());
  link->set_latency(latency)->set_sharing_policy(Policy::FATPIPE);
  return link;
}

sg4::Host* SimulatedPlatform::port(const Links& links) {
  sg4::Host*& host = ports_[links];
  if (host != nullptr) return host;
  host = zone_->create_host(fmt::format("port{}", ports_.size()), 1.0);
  zone_->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                   std::vector<sg4::LinkInRoute>(links.begin(), links.end()));
  return host;
}

}  // namespace palio
