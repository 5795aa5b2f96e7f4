#include "runners/engines/simgrid/platform/simulated_platform.h"

#include <fmt/format.h>

#include <limits>

#include "runners/engines/simgrid/platform/simgrid_api.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;
using Policy = sg4::Link::SharingPolicy;

}  // namespace

SimulatedPlatform::SimulatedPlatform(const Platform& platform) : network_(platform) {
  zone_ = simgrid_api::add_star_zone("network");
  sg4::NetZone* hosts = simgrid_api::add_star_zone("hosts");
  for (std::size_t p = 0; p < network_.processors(); ++p)
    processors_.push_back(simgrid_api::add_host(hosts, fmt::format("p{}", p), network_.speed(static_cast<int>(p))));
  add_links();
  hosts->seal();
  sink_ = simgrid_api::add_host(zone_, "sink", 1.0);
}

// Those that the network did not have before.
void SimulatedPlatform::add_links() {
  while (links_.size() < network_.links().size()) add_link(network_.links()[links_.size()]);
}

// Sealed with its zone: SimGrid cannot trace a link that is sealed twice.
void SimulatedPlatform::add_link(const NetworkLink& link) {
  sg4::Link* made = simgrid_api::add_link(zone_, name_of(link), link.bandwidth);
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

sg4::Host* SimulatedPlatform::add_timer() {
  return simgrid_api::add_host(zone_, fmt::format("timer{}", timers_++), 1.0)->seal();
}

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
  link = simgrid_api::add_link(zone_, fmt::format("delay{}-{}", from, to), std::numeric_limits<double>::max());
  link->set_latency(latency)->set_sharing_policy(Policy::FATPIPE);
  return link;
}

sg4::Host* SimulatedPlatform::port(const Links& links) {
  sg4::Host*& host = ports_[links];
  if (host != nullptr) return host;
  host = simgrid_api::add_host(zone_, fmt::format("port{}", ports_.size()), 1.0);
  simgrid_api::add_route_to_center(zone_, host, std::vector<sg4::LinkInRoute>(links.begin(), links.end()));
  return host;
}

}  // namespace palio
