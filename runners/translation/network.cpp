#include "runners/translation/network.h"

#include <fmt/format.h>

namespace palio {

std::string name_of(const NetworkLink& link) {
  return link.number == NetworkLink::k_only ? std::string(link.kind) : fmt::format("{}{}", link.kind, link.number);
}

Network::Network(const Platform& platform) : platform_(platform) {
  for (const Cluster& cluster : platform.clusters) {
    for (int i = 0; i < cluster.processors; ++i) {
      speeds_.push_back(cluster.speed);
      add("link", static_cast<int>(links_.size()), cluster.processor_link.bandwidth, Contention::contended);
    }
  }
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

int Network::add(std::string_view kind, int number, double bandwidth, Contention contention) {
  links_.push_back({kind, number, bandwidth, contention});
  return static_cast<int>(links_.size()) - 1;
}

Network::Crossing Network::crossing(int from, int to) const {
  Crossing crossing;
  crossing.latency = route_latency(platform_, from, to);
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
