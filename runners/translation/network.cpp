#include "runners/translation/network.h"

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
  for (const Cluster& cluster : platform.clusters)
    speeds_.insert(speeds_.end(), static_cast<std::size_t>(cluster.processors), cluster.speed);
  if (!has_private_links()) {
    pairs_.assign(platform.pair_links.size(), k_not_met);
    return;
  }
  for (const Cluster& cluster : platform.clusters)
    for (int i = 0; i < cluster.processors; ++i)
      add("link", static_cast<int>(links_.size()), cluster.processor_link.bandwidth, Contention::contended);
  if (!has_uplinks(platform)) {
    const int shared = add("switch", NetworkLink::k_only, platform.shared_switch.bandwidth, Contention::uncontended);
    switches_.assign(platform.clusters.size(), shared);
    return;
  }
  for (const Cluster& cluster : platform.clusters) {
    const auto k = static_cast<int>(switches_.size());
    switches_.push_back(add("switch", k, cluster.cluster_switch.bandwidth, Contention::uncontended));
    uplinks_.push_back(add("uplink", k, cluster.uplink.bandwidth, Contention::contended));
  }
  if (platform.clusters.size() > 1 && platform.interconnect == Interconnect::backbone)
    backbone_ = add("backbone", NetworkLink::k_only, platform.backbone.bandwidth, Contention::contended);
}

int Network::add(std::string_view kind, int number, double bandwidth, Contention contention, int target) {
  links_.push_back({kind, number, bandwidth, contention, target});
  return static_cast<int>(links_.size()) - 1;
}

// Made when first asked for: most pairs of a large mesh never talk.
int Network::pair(int from, int to) {
  int& number = pairs_[static_cast<std::size_t>(from) * platform_.clusters.size() + static_cast<std::size_t>(to)];
  if (number == k_not_met)
    number = add("pair", from, pair_link(platform_, from, to).bandwidth, Contention::uncontended, to);
  return number;
}

Network::Crossing Network::crossing(int from, int to) {
  Crossing crossing;
  crossing.latency = route_latency(platform_, from, to);
  if (!has_private_links()) {
    crossing.switches_[crossing.switch_count_++] = pair(from, to);
    return crossing;
  }
  const int first = switches_[static_cast<std::size_t>(from)];
  const int last = switches_[static_cast<std::size_t>(to)];
  crossing.switches_[crossing.switch_count_++] = first;
  if (last != first) crossing.switches_[crossing.switch_count_++] = last;  // a shared switch is crossed once
  if (uplinks_.empty() || from == to) return crossing;
  crossing.trunks_[crossing.trunk_count_++] = uplinks_[static_cast<std::size_t>(from)];
  if (backbone_ >= 0) crossing.trunks_[crossing.trunk_count_++] = backbone_;
  crossing.trunks_[crossing.trunk_count_++] = uplinks_[static_cast<std::size_t>(to)];
  return crossing;
}

}  // namespace palio
