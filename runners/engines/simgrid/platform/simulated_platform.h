#pragma once

#include <map>
#include <simgrid/s4u.hpp>
#include <span>
#include <utility>
#include <vector>

#include "runners/engines/simgrid/platform/engine_platform.h"
#include "runners/engines/translation/link_loads.h"
#include "runners/engines/translation/network.h"

namespace palio {

/// A platform of Palio's own: processors that compute, links that carry, and ports between them.
///
/// A port is a host that never computes and whose route to the sink crosses a given set of links, each once: x bytes
/// from the port to the sink put x bytes on every one of them. So a redistribution states its load per link in a few
/// entries, where the byte matrix between processors has one entry per message and costs four route computations for
/// each. Links have no latency of their own; the latency of a whole route is that of a `delay` link of unbounded
/// bandwidth.
class SimulatedPlatform final : public EnginePlatform {
public:
  explicit SimulatedPlatform(const Platform& platform);

  std::span<const double> speeds() const override { return network_.speeds(); }
  simgrid::s4u::Host* processor(int number) const override { return processors_[static_cast<std::size_t>(number)]; }
  simgrid::s4u::Host* add_timer() override;
  /// Puts the redistribution's loads on the links. Its hosts are ports, and the sink.
  HostTransfer redistribution(const ActivityGraph::Redistribution& moved) override;

private:
  using Links = std::vector<simgrid::s4u::Link*>;

  // Ports, made when first asked for.
  // The private links of these processors. Null where processors have none.
  simgrid::s4u::Host* processors_port(std::span<const int> processors);
  // What bounds each message alone between two clusters, or inside one: the latency of the route and the switches, or
  // the pair's link.
  simgrid::s4u::Host* message_port(int from, int to);
  // What all messages between two clusters share: their uplinks, and the backbone if there is one. Null where they
  // share nothing: inside a cluster, across a shared switch and in a mesh.
  simgrid::s4u::Host* contended_port(int from, int to);

  void add_links();
  void add_link(const NetworkLink& link);
  void append(std::span<const int> numbers, Links& links) const;
  simgrid::s4u::Link* delay(int from, int to, double latency);
  simgrid::s4u::Host* port(const Links& links);

  Network network_;
  LinkLoads loads_;
  simgrid::s4u::NetZone* zone_;  // of links, ports and the sink; the engine seals it when it starts
  std::vector<simgrid::s4u::Host*> processors_;
  int timers_ = 0;
  simgrid::s4u::Host* sink_;
  Links links_;  // by number in the network
  std::map<std::pair<int, int>, simgrid::s4u::Link*> delays_;
  std::map<Links, simgrid::s4u::Host*> ports_;  // pointers are looked up, never walked in order
};

}  // namespace palio
