#include "platforms/model/comm_estimate.h"

#include <algorithm>
#include <limits>

namespace palio {
namespace {

// Smallest bandwidth shared by all messages between two clusters, byte/s; infinite if they share nothing.
double shared_bandwidth(const Platform& platform, int source, int target) {
  if (source == target || !has_uplinks(platform)) return std::numeric_limits<double>::infinity();
  const double uplinks =
      std::min(platform.clusters[source].uplink.bandwidth, platform.clusters[target].uplink.bandwidth);
  return platform.interconnect == Interconnect::backbone ? std::min(uplinks, platform.backbone.bandwidth) : uplinks;
}

}  // namespace

CommEstimate::CommEstimate(const Platform& platform, double bytes, int source_cluster, int m, int target_cluster) {
  if (bytes <= 0) return;
  latency_ = route_latency(platform, source_cluster, target_cluster);
  if (platform.interconnect == Interconnect::mesh) {
    network_time_ = bytes / route_bandwidth(platform, source_cluster, target_cluster);
    return;
  }
  const Cluster& source = platform.clusters[source_cluster];
  const Cluster& target = platform.clusters[target_cluster];
  if (platform.interconnect == Interconnect::loaded) {
    const Route& route = loaded_route(platform, source_cluster, target_cluster);
    network_time_ = std::max(bytes / (hosts_of(m, source.cores) * route.sender), bytes / route.shared);
    receiver_time_ = bytes / route.receiver;
    cores_ = target.cores;
    return;
  }
  network_time_ = std::max(bytes / (m * source.processor_link.bandwidth),
                           bytes / shared_bandwidth(platform, source_cluster, target_cluster));
  receiver_time_ = bytes / target.processor_link.bandwidth;
}

Link estimated_route(const Platform& platform, int source_cluster, int target_cluster) {
  const double latency = route_latency(platform, source_cluster, target_cluster);
  if (platform.interconnect == Interconnect::mesh)
    return {route_bandwidth(platform, source_cluster, target_cluster), latency};
  if (platform.interconnect == Interconnect::loaded) {
    const Route& route = loaded_route(platform, source_cluster, target_cluster);
    return {std::min({route.sender, route.receiver, route.shared}), latency};
  }
  const auto link_of = [&](int cluster) { return platform.clusters[cluster].processor_link.bandwidth; };
  return {std::min({link_of(source_cluster), link_of(target_cluster),
                    shared_bandwidth(platform, source_cluster, target_cluster)}),
          latency};
}

}  // namespace palio
