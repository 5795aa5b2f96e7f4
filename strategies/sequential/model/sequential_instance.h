#pragma once

#include <vector>

#include "platforms/model/platform.h"
#include "workloads/model/workload.h"

namespace palio {

/// A graph on a platform as schedulers of sequential tasks see it: each processor is a host, a task takes one host.
/// Hosts have the numbers of the platform's processors; hosts of one cluster are alike. Refers to the graph; once built
/// safe to share.
class SequentialInstance {
public:
  /// Throws UserError where tasks have times, but not for each cluster.
  SequentialInstance(const Platform& platform, const Application& application);

  const TaskGraph& graph() const { return *graph_; }
  int host_count() const { return static_cast<int>(cluster_of_.size()); }
  int cluster_count() const { return static_cast<int>(first_host_.size()) - 1; }
  int cluster_of(int host) const { return cluster_of_[host]; }
  int first_host(int cluster) const { return first_host_[cluster]; }
  int hosts_of(int cluster) const { return first_host(cluster + 1) - first_host(cluster); }
  double release_date() const { return release_date_; }  // s

  /// Execution time on a host of that cluster, s.
  double time_in(int cluster, int task) const {
    return times_[static_cast<std::size_t>(task) * static_cast<std::size_t>(cluster_count()) +
                  static_cast<std::size_t>(cluster)];
  }
  double time(int task, int host) const { return time_in(cluster_of(host), task); }

  /// From a host of one cluster to another host, which may be of the same cluster.
  const Link& route(int source_cluster, int target_cluster) const {
    return routes_[static_cast<std::size_t>(source_cluster) * static_cast<std::size_t>(cluster_count()) +
                   static_cast<std::size_t>(target_cluster)];
  }
  /// s; there at once if there is nothing to send.
  double transfer(double bytes, int source_cluster, int target_cluster) const {
    if (bytes <= 0) return 0;
    const Link& link = route(source_cluster, target_cluster);
    return link.latency + bytes / link.bandwidth;
  }

private:
  const TaskGraph* graph_;
  double release_date_;
  std::vector<int> cluster_of_, first_host_;
  std::vector<double> times_;  // by task, then cluster
  std::vector<Link> routes_;   // by source, then target
};

/// A number for each task on each cluster: what schedulers say of pairs of a task and a host, where the hosts of a
/// cluster are alike. 0 at first.
class ClusterTable {
public:
  explicit ClusterTable(const SequentialInstance& instance)
      : clusters_(instance.cluster_count()), values_(instance.graph().tasks().size() * clusters_, 0) {}

  double of(int task, int cluster) const { return values_[index(task, cluster)]; }
  double& at(int task, int cluster) { return values_[index(task, cluster)]; }

private:
  std::size_t index(int task, int cluster) const {
    return static_cast<std::size_t>(task) * clusters_ + static_cast<std::size_t>(cluster);
  }

  std::size_t clusters_;
  std::vector<double> values_;
};

}  // namespace palio
