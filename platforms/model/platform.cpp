#include "platforms/model/platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"

namespace palio {
namespace {

const Cluster& at(const Platform& platform, int cluster) { return platform.clusters[cluster]; }

// How messages name a cluster: by its name, or by its position if it has none.
std::string title(const Platform& platform, std::size_t cluster) {
  const std::string& name = platform.clusters[cluster].name;
  return name.empty() ? fmt::format("cluster {}", cluster) : fmt::format("cluster \"{}\"", name);
}

void check_positive(const std::string& what, double value, std::string_view unit) {
  if (!(value > 0 && std::isfinite(value)))  // also refuses NaN
    throw UserError("{} is {} {}, must be positive and finite", what, value, unit);
}

void check_not_negative(const std::string& what, double value, std::string_view unit) {
  if (!(value >= 0 && std::isfinite(value)))
    throw UserError("{} is {} {}, must be finite and not negative", what, value, unit);
}

void check_link(const std::string& what, const Link& link) {
  check_positive("bandwidth of " + what, link.bandwidth, "byte/s");
  check_not_negative("latency of " + what, link.latency, "s");
}

bool makes_sense(const Link& link) {
  return link.bandwidth > 0 && std::isfinite(link.bandwidth) && link.latency >= 0 && std::isfinite(link.latency);
}

// Formats names only for the link that is wrong: there are many links.
void check_pair_links(const Platform& platform) {
  const std::size_t hosts = platform.clusters.size();
  if (hosts > k_most_hosts) throw UserError("a mesh of {} hosts is too large, {} are the most", hosts, k_most_hosts);
  if (platform.pair_links.size() != hosts * hosts)
    throw UserError("a mesh of {} hosts has {} places for links, needs {}", hosts, platform.pair_links.size(),
                    hosts * hosts);
  for (std::size_t a = 0; a < hosts; ++a)
    for (std::size_t b = 0; b < hosts; ++b)
      if (const Link& link = platform.pair_links[a * hosts + b]; a != b && !makes_sense(link))
        check_link(fmt::format("the link from {} to {}", title(platform, a), title(platform, b)), link);
}

// Errors of a platform that was made by hand or read from a document.
void check_loaded(const Platform& platform) {
  if (platform.loaded == nullptr) throw UserError("a loaded platform has nothing loaded");
  const LoadedNetwork& loaded = *platform.loaded;
  std::size_t hosts = 0;
  for (std::size_t k = 0; k < platform.clusters.size(); ++k) {
    const Cluster& cluster = platform.clusters[k];
    if (cluster.cores < 1 || cluster.processors % cluster.cores != 0)
      throw UserError("{} has {} processors in hosts of {} cores", title(platform, k), cluster.processors,
                      cluster.cores);
    hosts += static_cast<std::size_t>(cluster.processors / cluster.cores);
  }
  const std::size_t clusters = platform.clusters.size();
  if (loaded.hosts.size() != hosts || hosts > k_most_loaded_hosts)
    throw UserError("a loaded platform names {} hosts, its clusters have {}, {} are the most", loaded.hosts.size(),
                    hosts, k_most_loaded_hosts);
  if (loaded.between.size() != clusters * clusters)
    throw UserError("a loaded platform of {} clusters has routes for {} pairs", clusters, loaded.between.size());
  for (const int route : loaded.between)
    if (route < LoadedNetwork::k_no_route || route >= std::ssize(loaded.routes))
      throw UserError("a loaded platform has no route {}", route);
  for (const Route& route : loaded.routes) {
    check_not_negative("latency of a route", route.latency, "s");
    for (const double bandwidth : {route.sender, route.receiver, route.shared})
      if (!(bandwidth > 0)) throw UserError("bandwidth of a route is {} byte/s", bandwidth);
  }
}

}  // namespace

int processor_count(const Platform& platform) {
  return first_processor(platform, static_cast<int>(platform.clusters.size()));
}

int first_processor(const Platform& platform, int cluster) {
  int first = 0;
  for (int i = 0; i < cluster; ++i) first += at(platform, i).processors;
  return first;
}

double slowest_speed(const Platform& platform) {
  return std::ranges::min_element(platform.clusters, {}, &Cluster::speed)->speed;
}

double fastest_speed(const Platform& platform) {
  return std::ranges::max_element(platform.clusters, {}, &Cluster::speed)->speed;
}

const Link& switch_of(const Platform& platform, int cluster) {
  return platform.interconnect == Interconnect::shared_switch ? platform.shared_switch
                                                              : at(platform, cluster).cluster_switch;
}

const Link& pair_link(const Platform& platform, int source, int target) {
  return platform
      .pair_links[static_cast<std::size_t>(source) * platform.clusters.size() + static_cast<std::size_t>(target)];
}

const Route& loaded_route(const Platform& platform, int source, int target) {
  const LoadedNetwork& loaded = *platform.loaded;
  const std::size_t pair =
      static_cast<std::size_t>(source) * platform.clusters.size() + static_cast<std::size_t>(target);
  return loaded.routes[loaded.between[pair]];
}

bool has_uplinks(const Platform& platform) {
  return platform.interconnect == Interconnect::backbone || platform.interconnect == Interconnect::uplinks;
}

double route_latency(const Platform& platform, int source_cluster, int target_cluster) {
  if (platform.interconnect == Interconnect::mesh)
    return source_cluster == target_cluster ? 0 : pair_link(platform, source_cluster, target_cluster).latency;
  if (platform.interconnect == Interconnect::loaded)
    return loaded_route(platform, source_cluster, target_cluster).latency;
  const Cluster& source = at(platform, source_cluster);
  const Cluster& target = at(platform, target_cluster);
  const Link& source_switch = switch_of(platform, source_cluster);
  if (source_cluster == target_cluster) return 2 * source.processor_link.latency + source_switch.latency;
  double latency = source.processor_link.latency + source_switch.latency;
  if (has_uplinks(platform)) {
    latency += source.uplink.latency;
    if (platform.interconnect == Interconnect::backbone) latency += platform.backbone.latency;
    latency += target.uplink.latency;
    latency += target.cluster_switch.latency;
  }
  return latency + target.processor_link.latency;
}

double route_bandwidth(const Platform& platform, int source_cluster, int target_cluster) {
  if (platform.interconnect == Interconnect::mesh)
    return source_cluster == target_cluster ? std::numeric_limits<double>::infinity()
                                            : pair_link(platform, source_cluster, target_cluster).bandwidth;
  if (platform.interconnect == Interconnect::loaded) {
    const Route& route = loaded_route(platform, source_cluster, target_cluster);
    return std::min({route.sender, route.receiver, route.shared});
  }
  const Cluster& source = at(platform, source_cluster);
  const Cluster& target = at(platform, target_cluster);
  const double inside = std::min({source.processor_link.bandwidth, switch_of(platform, source_cluster).bandwidth,
                                  switch_of(platform, target_cluster).bandwidth, target.processor_link.bandwidth});
  if (source_cluster == target_cluster || !has_uplinks(platform)) return inside;
  const double uplinks = std::min({inside, source.uplink.bandwidth, target.uplink.bandwidth});
  return platform.interconnect == Interconnect::backbone ? std::min(uplinks, platform.backbone.bandwidth) : uplinks;
}

bool has_contention(const Platform& mesh) {
  return mesh.interconnect == Interconnect::mesh && mesh.clusters.front().processor_link.bandwidth > 0;
}

void add_contention(Platform& mesh) {
  const auto hosts = static_cast<int>(mesh.clusters.size());
  if (hosts > k_most_contending_hosts)
    throw UserError("a mesh with contention has at most {} hosts, this one has {}: use contention off",
                    k_most_contending_hosts, hosts);
  for (int host = 0; host < hosts; ++host) {
    double& fastest = mesh.clusters[host].processor_link.bandwidth;
    fastest = 1;  // a single host, which has no messages
    for (int other = 0; other < hosts; ++other)
      if (other != host)
        fastest = std::max({fastest, pair_link(mesh, host, other).bandwidth, pair_link(mesh, other, host).bandwidth});
  }
}

void check(const Platform& platform) {
  if (platform.clusters.empty()) throw UserError("a platform needs at least one cluster");
  const bool is_mesh = platform.interconnect == Interconnect::mesh;
  const bool is_loaded = platform.interconnect == Interconnect::loaded;
  const bool has_private_links = is_mesh ? has_contention(platform) : !is_loaded;
  const bool several = platform.clusters.size() > 1;
  std::int64_t processors = 0;
  for (std::size_t i = 0; i < platform.clusters.size(); ++i) {
    const Cluster& cluster = platform.clusters[i];
    const std::string name = title(platform, i);
    if (cluster.processors < 1) throw UserError("{} has {} processors, needs at least 1", name, cluster.processors);
    if (is_mesh && cluster.processors > 1)
      throw UserError("{} has {} processors, a host of a mesh has 1", name, cluster.processors);
    processors += cluster.processors;
    check_positive("speed of " + name, cluster.speed, "flop/s");
    if (has_private_links) check_link("the processor link of " + name, cluster.processor_link);
    if (has_uplinks(platform)) check_link("the switch of " + name, cluster.cluster_switch);
    if (several && has_uplinks(platform)) check_link("the uplink of " + name, cluster.uplink);
  }
  if (processors > std::numeric_limits<int>::max())
    throw UserError("a platform of {} processors is too large", processors);
  if (is_mesh) check_pair_links(platform);
  if (is_loaded) check_loaded(platform);
  if (several && platform.interconnect == Interconnect::backbone) check_link("the backbone", platform.backbone);
  if (platform.interconnect == Interconnect::shared_switch) check_link("the shared switch", platform.shared_switch);
  check_not_negative("tcp_gamma", platform.tcp_gamma, "byte");
  if (std::fpclassify(platform.tcp_gamma) == FP_SUBNORMAL)  // which SimGrid does not read
    throw UserError("tcp_gamma is {} byte, must be 0 or at least {}", platform.tcp_gamma,
                    std::numeric_limits<double>::min());
}

}  // namespace palio
