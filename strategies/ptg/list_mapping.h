#pragma once

#include <memory>
#include <vector>

#include "platforms/model/comm_estimate.h"
#include "platforms/model/platform.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/task_graph.h"

namespace palio {

/// When each processor of one cluster is free for good: list scheduling without holes.
class ClusterTimeline {
public:
  /// All are free at 0.
  explicit ClusterTimeline(int processors) : ClusterTimeline(std::vector<double>(processors)) {}
  /// Each is free from its date on (s).
  explicit ClusterTimeline(const std::vector<double>& dates);

  int processors() const { return static_cast<int>(free_.size()); }

  /// Earliest start (s) on n processors for a task whose data is ready at `ready`.
  double start(int n, double ready) const { return std::max(ready, free_[n - 1].date); }

  /// The most processors that are free at the very date at which n are.
  int last_as_free(int n) const { return static_cast<int>(free_by(free_[n - 1].date)); }

  /// The n processors such a start uses, numbered within the cluster, ascending: those free at or before `ready`, most
  /// recently freed first, then those free later, soonest first; ties: lowest number.
  std::vector<int> choose(int n, double ready) const;

  /// The processors, ascending, are busy until `finish` (s).
  void occupy(const std::vector<int>& processors, double finish);

private:
  struct Free {
    double date;  // s
    int processor;
  };

  std::size_t free_by(double date) const;

  std::vector<Free> free_;   // sorted by (date, processor)
  std::vector<char> taken_;  // by processor, for occupy() only
};

/// A task on n processors of a cluster, not yet decided.
struct Candidate {
  int cluster = 0;
  int n = 0;
  double start = 0;   // s
  double finish = 0;  // s
  double ready = 0;   // s; when processors could begin, were they free
};

/// The order of candidates of every list scheduler here: least finish, then fewer processors, then lower cluster.
bool better(const Candidate& a, const Candidate& b);

/// The processors of a platform as list scheduling fills them; graphs scheduled together share them.
using ClusterTimelines = std::vector<ClusterTimeline>;

/// List scheduling of one graph on the clusters of a platform: candidates for a task are evaluated one by one, the best
/// one is placed. Tasks must come after their parents. Dates follow the estimates, without contention.
class ListMapping {
public:
  ListMapping(const Platform& platform, const TaskGraph& graph);
  /// For one graph of several, which keep processors busy too; some of its tasks may be placed already.
  ListMapping(const Platform& platform, const TaskGraph& graph, std::shared_ptr<ClusterTimelines> timelines,
              std::vector<Placement> placements);

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
    double earliest_ = 0;  // s
    std::vector<Arrival> arrivals_;
  };

  /// `earliest`: the task must not start before it, as its application is released then (s).
  DataReady data_ready(int task, int cluster, double earliest) const;
  Candidate candidate(int task, int cluster, int n, const DataReady& ready) const;
  void place(int task, const Candidate& candidate);

  /// When n processors of a cluster are free for good (s).
  double free_date(int cluster, int n) const { return (*timelines_)[cluster].start(n, 0); }
  /// The most processors that are free for good at that very date.
  int last_as_free(int cluster, int n) const { return (*timelines_)[cluster].last_as_free(n); }

  const Platform& platform() const { return platform_; }
  const TaskGraph& graph() const { return graph_; }
  /// The placements so far, by task.
  std::vector<Placement>& placements() { return placements_; }
  const std::vector<Placement>& placements() const { return placements_; }

private:
  const Platform& platform_;
  const TaskGraph& graph_;
  std::shared_ptr<ClusterTimelines> timelines_;
  std::vector<Placement> placements_;
};

}  // namespace palio
