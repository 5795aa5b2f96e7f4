#include "platforms/model/comm_estimate.h"

#include <algorithm>

namespace palio {

CommEstimate::CommEstimate(const Platform& platform, double bytes, int source_cluster, int m, int target_cluster) {
  if (bytes <= 0) return;
  if (platform.interconnect == Interconnect::mesh) {
    latency_ = route_latency(platform, source_cluster, target_cluster);
    network_time_ = bytes / route_bandwidth(platform, source_cluster, target_cluster);
    return;
  }
  const Cluster& source = platform.clusters[static_cast<std::size_t>(source_cluster)];
  const Cluster& target = platform.clusters[static_cast<std::size_t>(target_cluster)];
  if (platform.interconnect == Interconnect::loaded) {
    const Route& route = loaded_route(platform, source_cluster, target_cluster);
    latency_ = route.latency;
    network_time_ = std::max(bytes / (hosts_of(m, source.cores) * route.sender), bytes / route.shared);
    receiver_time_ = bytes / route.receiver;
    cores_ = target.cores;
    return;
  }
  latency_ = route_latency(platform, source_cluster, target_cluster);
  network_time_ = bytes / (m * source.processor_link.bandwidth);
  receiver_time_ = bytes / target.processor_link.bandwidth;
  if (source_cluster == target_cluster || !has_uplinks(platform)) return;
  network_time_ = std::max({network_time_, bytes / source.uplink.bandwidth, bytes / target.uplink.bandwidth});
  if (platform.interconnect == Interconnect::backbone)
    network_time_ = std::max(network_time_, bytes / platform.backbone.bandwidth);
}

}  // namespace palio
