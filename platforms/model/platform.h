#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace palio {

/// A network link.
struct Link {
  double bandwidth = 0;  // byte/s
  double latency = 0;    // s

  bool operator==(const Link&) const = default;
};

/// What a message to another cluster crosses between the private links of its sender and its receiver; a mesh has
/// private links only with contention. Inside a cluster a message crosses only the switch, with any interconnect.
enum class Interconnect {
  backbone,       // switch, uplink, backbone, uplink, switch
  uplinks,        // switch, uplink, uplink, switch: the uplinks meet at one point
  shared_switch,  // the one switch that all clusters share
  mesh,           // the link of the pair (has_contention: who shares it); each cluster is a host of one processor
  loaded,         // SimGrid's routes, also inside a cluster
};

/// Limit for meshes, whose links are a matrix, and for hosts of loaded platforms each of whose pairs is examined.
inline constexpr int k_most_hosts = 2000;
/// Limit for loaded platforms. The hosts of a cluster of SimGrid are looked at one by one.
inline constexpr int k_most_loaded_hosts = 100'000;

/// What a processor draws, W.
struct Power {
  double idle = 0;
  double busy = 0;  // while it runs a task

  bool operator==(const Power&) const = default;
};

/// A homogeneous cluster.
struct Cluster {
  std::string name;
  int processors = 0;
  double speed = 0;     // flop/s of each processor
  Link processor_link;  // private link of each processor, shared by its two directions; 0 in a mesh without contention
  Link cluster_switch;  // without contention: bounds each message alone; unused with a shared switch and in a mesh
  Link uplink;          // to the other clusters, contended; unused with one cluster, a shared switch and in a mesh
  int cores = 1;        // processors of one host; not 1 only on a loaded platform, which has no links here
  std::optional<Power> power = {};  // empty: unknown
};

/// The route between two clusters as estimates see it: the worst of their hosts' routes.
struct Route {
  static constexpr double k_unbounded = std::numeric_limits<double>::infinity();

  double latency = 0;             // s
  double sender = k_unbounded;    // byte/s, of the part that each sending host has to itself
  double receiver = k_unbounded;  // byte/s, of the part that each receiving host has to itself
  double shared = k_unbounded;    // byte/s, of the part that all messages share

  bool operator==(const Route&) const = default;
};

/// A platform that SimGrid reads from its own file and simulates as the file says.
struct LoadedNetwork {
  static constexpr int k_no_route = -1;  // only in a document, between hosts that are not all used

  std::string xml;
  std::vector<std::string> hosts;  // names, in the order of the processors; each has as many as its cluster has cores
  std::vector<Route> routes;       // each once
  std::vector<int> between;        // of n clusters: the route from a to b, at a * n + b
};

/// Processors and network as plain data. Processors are numbered through all clusters, in order.
struct Platform {
  using Role = struct PlatformRole;
  static constexpr std::string_view k_called = "clusters";

  std::vector<Cluster> clusters;
  Link backbone;         // contended; unused with one cluster or another interconnect
  double tcp_gamma = 0;  // byte; a flow is bounded by tcp_gamma / (2 x route latency); 0: no bound
  Interconnect interconnect = Interconnect::backbone;
  Link shared_switch = {};            // without contention; instead of the clusters' own with that interconnect
  std::vector<Link> pair_links = {};  // of a mesh of n hosts, from a to b at a * n + b; from a host to itself: unused
  std::shared_ptr<const LoadedNetwork> loaded = {};  // with that interconnect, which leaves tcp_gamma to the file
};

int processor_count(const Platform& platform);
/// Number of the first processor of a cluster.
int first_processor(const Platform& platform, int cluster);
double slowest_speed(const Platform& platform);  // flop/s
double fastest_speed(const Platform& platform);  // flop/s

/// The link from one host of a mesh to another one.
const Link& pair_link(const Platform& platform, int source, int target);
/// The route of a loaded platform. Within a cluster of one host it is empty.
const Route& loaded_route(const Platform& platform, int source_cluster, int target_cluster);
/// The switch that messages inside a cluster cross; not in a mesh.
const Link& switch_of(const Platform& platform, int cluster);
/// Whether messages between clusters cross uplinks.
bool has_uplinks(const Platform& platform);
/// Sum of the latencies on the route between two distinct processors of these clusters, s. 0 from a host of a mesh or
/// of a loaded platform to itself.
double route_latency(const Platform& platform, int source_cluster, int target_cluster);
/// Smallest bandwidth on that route, byte/s. Infinite from a host of a mesh or of a loaded platform to itself.
double route_bandwidth(const Platform& platform, int source_cluster, int target_cluster);

/// A mesh has contention if its hosts have private links: everything that a host sends and receives shares its link,
/// and messages between two hosts share their pair's link in each direction. Without contention every message is as if
/// alone.
bool has_contention(const Platform& mesh);

/// A network with contention has a link for each ordered pair from the start.
inline constexpr int k_most_contending_hosts = 500;

/// Gives each host a private link as fast as the fastest of its pairs, so that a message alone takes as long as before.
/// Throws UserError if there are too many hosts.
void add_contention(Platform& mesh);

/// Throws UserError naming the first invalid value: no cluster, no processor, speed or bandwidth not positive, negative
/// latency or tcp_gamma, a number that is not finite; in a mesh a cluster of several processors or a pair without link;
/// in a loaded platform hosts and routes that do not match its clusters.
void check(const Platform& platform);

}  // namespace palio
