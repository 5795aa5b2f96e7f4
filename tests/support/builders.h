#pragma once

#include <string>
#include <utility>
#include <vector>

#include "platforms/model/platform.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio::test {

/// Tasks given as {flop, alpha}.
inline TaskGraph graph(const std::vector<std::pair<double, double>>& tasks, std::vector<Edge> edges = {}) {
  std::vector<Task> built;
  for (const auto& [flop, alpha] : tasks) built.push_back({flop, alpha, ""});
  return {std::move(built), std::move(edges)};
}

inline Workload workload(TaskGraph only) {
  Workload built;
  built.applications.push_back({"", std::move(only), 0});
  return built;
}

/// Every link: 10 byte/s, 1 s; so a route inside a cluster has a latency of 3 s, one between clusters of 7 s.
inline Cluster cluster(int processors, double speed) { return {"c", processors, speed, {10, 1}, {10, 1}, {10, 1}}; }

inline Platform platform(std::vector<Cluster> clusters) { return {std::move(clusters), {10, 1}, 0}; }

/// The same with links so fast that communication takes no time worth mentioning.
inline Platform fast_platform(std::vector<Cluster> clusters) {
  Platform built{std::move(clusters), {1e15, 0}, 0};
  for (Cluster& c : built.clusters) c.processor_link = c.cluster_switch = c.uplink = {1e15, 0};
  return built;
}

/// A mesh of hosts of these speeds; all links 10 byte/s and 1 s.
inline Platform mesh(const std::vector<double>& speeds) {
  Platform built;
  built.interconnect = Interconnect::mesh;
  for (const double speed : speeds) built.clusters.push_back({"h", 1, speed, {}, {}, {}});
  built.pair_links.assign(speeds.size() * speeds.size(), {10, 1});
  return built;
}

}  // namespace palio::test
