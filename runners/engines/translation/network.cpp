#include "runners/engines/translation/network.h"

#include <fmt/format.h>

#include "core/error.h"

namespace palio {
namespace {

constexpr int k_not_met = -1;

}  // namespace

std::string name_of(const NetworkLink& link) {
  if (link.target != NetworkLink::k_only) return fmt::format("{}{}-{}", link.kind, link.number, link.target);
  return link.number == NetworkLink::k_only ? std::string(link.kind) : fmt::format("{}{}", link.kind, link.number);
}

Network::Network(const Platform& platform) : platform_(platform) {
  if (platform.interconnect == Interconnect::loaded)
    throw UserError("a platform that SimGrid reads from its own XML is simulated by SimGrid alone: --engine simgrid");
  for (const Cluster& cluster : platform.clusters) speeds_.insert(speeds_.end(), cluster.processors, cluster.speed);
  if (platform.interconnect == Interconnect::mesh) pairs_.assign(platform.pair_links.size(), k_not_met);
  if (!has_private_links()) return;
  for (const Cluster& cluster : platform.clusters)
    for (int i = 0; i < cluster.processors; ++i)
      add("link", static_cast<int>(links_.size()), cluster.processor_link.bandwidth, Contention::contended);
  add_trunks();
}

void Network::add_trunks() {
  if (platform_.interconnect == Interconnect::mesh) return add_pairs();
  if (!has_uplinks(platform_)) {
    const int shared = add("switch", NetworkLink::k_only, platform_.shared_switch.bandwidth, Contention::uncontended);
    switches_.assign(platform_.clusters.size(), shared);
    return;
  }
  for (const Cluster& cluster : platform_.clusters) {
    const auto k = static_cast<int>(switches_.size());
    switches_.push_back(add("switch", k, cluster.cluster_switch.bandwidth, Contention::uncontended));
    uplinks_.push_back(add("uplink", k, cluster.uplink.bandwidth, Contention::contended));
  }
  if (platform_.clusters.size() > 1 && platform_.interconnect == Interconnect::backbone)
    backbone_ = add("backbone", NetworkLink::k_only, platform_.backbone.bandwidth, Contention::contended);
}

int Network::add(std::string_view kind, int number, double bandwidth, Contention contention, int target) {
  links_.push_back({kind, number, bandwidth, contention, target});
  return static_cast<int>(links_.size()) - 1;
}

// Links that share need their place from the start.
void Network::add_pairs() {
  const auto hosts = static_cast<int>(platform_.clusters.size());
  for (int from = 0; from < hosts; ++from)
    for (int to = 0; to < hosts; ++to)
      if (from != to) pair(from, to);
}

// Links without contention are created at the first use: most pairs of a large mesh never exchange messages.
int Network::pair(int from, int to) {
  int& number = pairs_[static_cast<std::size_t>(from) * platform_.clusters.size() + static_cast<std::size_t>(to)];
  if (number == k_not_met)
    number = add("pair", from, pair_link(platform_, from, to).bandwidth,
                 has_private_links() ? Contention::contended : Contention::uncontended, to);
  return number;
}

Network::Crossing Network::crossing(int from, int to) {
  Crossing crossing;
  crossing.latency = route_latency(platform_, from, to);
  if (platform_.interconnect == Interconnect::mesh) {
    if (has_private_links())
      crossing.trunks_[crossing.trunk_count_++] = pair(from, to);
    else
      crossing.switches_[crossing.switch_count_++] = pair(from, to);
    return crossing;
  }
  const int first = switches_[from];
  const int last = switches_[to];
  crossing.switches_[crossing.switch_count_++] = first;
  if (last != first) crossing.switches_[crossing.switch_count_++] = last;  // a shared switch is crossed once
  if (uplinks_.empty() || from == to) return crossing;
  crossing.trunks_[crossing.trunk_count_++] = uplinks_[from];
  if (backbone_ >= 0) crossing.trunks_[crossing.trunk_count_++] = backbone_;
  crossing.trunks_[crossing.trunk_count_++] = uplinks_[to];
  return crossing;
}

}  // namespace palio
