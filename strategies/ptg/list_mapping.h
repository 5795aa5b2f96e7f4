#pragma once

#include <optional>
#include <vector>

#include "platforms/comm_estimate.h"
#include "platforms/platform.h"
#include "strategies/ptg/cluster_timeline.h"
#include "strategies/schedule.h"
#include "workloads/task_graph.h"

namespace palio {

/// A task on n processors of a cluster, not yet decided.
struct Candidate {
  int cluster = 0;
  int n = 0;
  double start = 0;   // s
  double finish = 0;  // s
};

/// The order of candidates of every list scheduler here: least finish, then fewer processors, then lower cluster.
bool better(const Candidate& a, const Candidate& b);

/// List scheduling of one graph on the clusters of a platform: candidates for a task are evaluated one by one, the best
/// one is placed. Tasks must come after their parents. Dates follow the estimates, without contention.
class ListMapping {
public:
  ListMapping(const Platform& platform, const TaskGraph& graph);

  /// When the data of a task can be on n processors of a cluster; evaluated once per task and cluster, for all n.
  class DataReady {
  public:
    double date(int n) const;

  private:
    friend class ListMapping;
    struct Arrival {
      double sent;  // s, finish of the parent
      CommEstimate estimate;
    };
    std::vector<Arrival> arrivals_;
  };

  DataReady data_ready(int task, int cluster) const;
  Candidate candidate(int task, int cluster, int n, const DataReady& ready) const;
  void place(int task, const Candidate& candidate);

  const Platform& platform() const { return platform_; }
  const TaskGraph& graph() const { return graph_; }
  /// The placements so far, by task.
  std::vector<Placement>& placements() { return placements_; }

private:
  const Platform& platform_;
  const TaskGraph& graph_;
  std::vector<ClusterTimeline> timelines_;
  std::vector<Placement> placements_;
};

}  // namespace palio
