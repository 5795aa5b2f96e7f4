#include "runners/engines/simgrid/platform/engine_platform.h"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <utility>

#include "runners/engines/simgrid/platform/simgrid_api.h"
#include "runners/engines/translation/link_loads.h"
#include "runners/engines/translation/network.h"

namespace palio {
namespace {

namespace sg4 = simgrid::s4u;
using Policy = sg4::Link::SharingPolicy;

// A platform of Palio's own: processors that compute, links that carry, and ports between them.
//
// A port is a host that never computes and whose route to the sink crosses a given set of links, each once: x bytes
// from the port to the sink put x bytes on every one of them. So a redistribution states its load per link in a few
// entries, where the byte matrix between processors has one entry per message and costs four route computations for
// each. Links have no latency of their own; the latency of a whole route is that of a `delay` link of unbounded
// bandwidth.
class SimulatedPlatform final : public EnginePlatform {
public:
  explicit SimulatedPlatform(const Platform& platform) : network_(platform) {
    zone_ = simgrid_api::add_star_zone("network");
    sg4::NetZone* hosts = simgrid_api::add_star_zone("hosts");
    for (std::size_t p = 0; p < network_.processors(); ++p)
      processors_.push_back(simgrid_api::add_host(hosts, fmt::format("p{}", p), network_.speed(static_cast<int>(p))));
    add_links();
    hosts->seal();
    sink_ = simgrid_api::add_host(zone_, "sink", 1.0);
  }

  std::span<const double> speeds() const override { return network_.speeds(); }
  sg4::Host* processor(int number) const override { return processors_[number]; }

  sg4::Host* add_timer() override {
    return simgrid_api::add_host(zone_, fmt::format("timer{}", timers_++), 1.0)->seal();
  }

  // Puts the redistribution's loads on the links. Its hosts are ports, and the sink.
  HostTransfer redistribution(const ActivityGraph::Redistribution& moved) override {
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

private:
  using Links = std::vector<sg4::Link*>;

  // The private links of these processors. Null where processors have none.
  sg4::Host* processors_port(std::span<const int> processors) {
    if (!network_.has_private_links()) return nullptr;
    Links links;
    append(processors, links);
    return port(links);
  }

  // What bounds each message alone between two clusters, or inside one: the latency of the route and the switches, or
  // the pair's link.
  sg4::Host* message_port(int from, int to) {
    const Network::Crossing crossing = network_.crossing(from, to);
    add_links();
    Links links{delay(from, to, crossing.latency)};
    append(crossing.switches(), links);
    return port(links);
  }

  // What all messages between two clusters share: their uplinks, and the backbone if there is one. Null where they
  // share nothing: inside a cluster, across a shared switch and in a mesh.
  sg4::Host* contended_port(int from, int to) {
    Links links;
    append(network_.crossing(from, to).trunks(), links);
    return links.empty() ? nullptr : port(links);
  }

  void add_links() {
    while (links_.size() < network_.links().size()) add_link(network_.links()[links_.size()]);
  }

  // Sealed with its zone: SimGrid cannot trace a link that is sealed twice.
  void add_link(const NetworkLink& link) {
    sg4::Link* made = simgrid_api::add_link(zone_, name_of(link), link.bandwidth);
    made->set_sharing_policy(link.contention == Contention::contended ? Policy::SHARED : Policy::FATPIPE);
    links_.push_back(made);
  }

  void append(std::span<const int> numbers, Links& links) const {
    for (const int number : numbers) links.push_back(links_[number]);
  }

  sg4::Link* delay(int from, int to, double latency) {
    sg4::Link*& link = delays_[{from, to}];
    if (link != nullptr) return link;
    link = simgrid_api::add_link(zone_, fmt::format("delay{}-{}", from, to), std::numeric_limits<double>::max());
    link->set_latency(latency)->set_sharing_policy(Policy::FATPIPE);
    return link;
  }

  sg4::Host* port(const Links& links) {
    sg4::Host*& host = ports_[links];
    if (host != nullptr) return host;
    host = simgrid_api::add_host(zone_, fmt::format("port{}", ports_.size()), 1.0);
    simgrid_api::add_route(zone_, host, nullptr, std::vector<sg4::LinkInRoute>(links.begin(), links.end()));
    return host;
  }

  Network network_;
  LinkLoads loads_;
  sg4::NetZone* zone_;  // of links, ports and the sink; the engine seals it when it starts
  std::vector<sg4::Host*> processors_;
  int timers_ = 0;
  sg4::Host* sink_;
  Links links_;  // by number in the network
  std::map<std::pair<int, int>, sg4::Link*> delays_;
  std::map<Links, sg4::Host*> ports_;  // pointers are looked up, never walked in order
};

}  // namespace

std::unique_ptr<EnginePlatform> simulated_platform(const Platform& platform) {
  return std::make_unique<SimulatedPlatform>(platform);
}

}  // namespace palio
