#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "platforms/model/comm_estimate.h"
#include "platforms/model/platform.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio {

/// When what runs already leaves each processor of the platform, s; 0 if nothing runs.
std::vector<double> free_dates(const Platform& platform, const Workload& workload);
/// The data that an application gets from tasks that have started, by task.
std::span<const Inflow> inflows_of(const Workload& workload, std::size_t application);

/// When each processor of one cluster is free for good: list scheduling without holes.
class ClusterTimeline {
public:
  /// All are free at 0.
  explicit ClusterTimeline(int processors) : ClusterTimeline(std::vector<double>(processors)) {}
  /// Each is free from its date (s) on.
  explicit ClusterTimeline(const std::vector<double>& dates);

  int processors() const { return static_cast<int>(free_.size()); }

  /// Earliest start (s) on n processors for a task whose data is ready at `ready`.
  double start(int n, double ready) const { return std::max(ready, free_[n - 1].date); }

  /// The most processors that are free at the same date as n.
  int last_as_free(int n) const { return static_cast<int>(free_by(free_[n - 1].date)); }

  /// When this processor, numbered within the cluster, is free for good (s).
  double free_date(int processor) const { return std::ranges::find(free_, processor, &Free::processor)->date; }

  /// The n processors that such a start uses, numbered within the cluster, ascending: those free at or before `ready`,
  /// most recently freed first, then those free later, soonest first; ties: lowest number.
  std::vector<int> choose(int n, double ready) const;

  /// Makes the processors, ascending, busy until `finish` (s).
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
  double start = 0;                             // s
  double finish = 0;                            // s
  double ready = 0;                             // s; when it could begin if processors were free
  const std::span<const int>* there = nullptr;  // exactly these processors of the platform; null: those that suit best
};

/// The order of candidates in every list scheduler here: least finish, then fewer processors, then lower cluster.
bool better(const Candidate& a, const Candidate& b);

/// The processors of a platform as list scheduling fills them; graphs scheduled together share them.
using ClusterTimelines = std::vector<ClusterTimeline>;

/// Free from these dates on (s), by processor of the platform.
ClusterTimelines timelines_of(const Platform& platform, const std::vector<double>& free_from);

/// List scheduling of one graph on the clusters of a platform: candidates for a task are evaluated one by one, the best
/// one is placed. Tasks must come after their parents. Dates follow the estimates, without contention.
class ListMapping {
public:
  /// For the one graph of a workload, around what runs already.
  ListMapping(const Platform& platform, const Workload& workload);
  /// For one graph of several, which also keep processors busy; some of its tasks may already be placed. `inflows`: of
  /// this graph, by task.
  ListMapping(const Platform& platform, const TaskGraph& graph, std::shared_ptr<ClusterTimelines> timelines,
              std::vector<Placement> placements, std::span<const Inflow> inflows = {});

  /// When the data of a task can be on n processors of a cluster; evaluated once per task and cluster, for all n.
  class DataReady {
  public:
    double date(int n) const;

  private:
    friend class ListMapping;
    struct Arrival {
      double sent;  // s
      CommEstimate estimate;
      double there = -1;  // s; -1: as elsewhere
    };
    double earliest_ = 0;  // s
    std::vector<Arrival> arrivals_;
    const std::span<const int>* there_ = nullptr;  // in the cluster: for which some of the data have left
  };

  /// `earliest`: the task must not start before it, as its application is released then (s).
  DataReady data_ready(int task, int cluster, double earliest) const;
  Candidate candidate(int task, int cluster, int n, const DataReady& ready) const;
  /// On the processors for which data have left by an earlier decision; empty: none have, for this cluster.
  std::optional<Candidate> staying(int task, int cluster, const DataReady& ready) const;
  void place(int task, const Candidate& candidate);

  /// When n processors of a cluster are free for good (s).
  double free_date(int cluster, int n) const { return (*timelines_)[cluster].start(n, 0); }
  /// The most processors that are free for good at the same date.
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
  std::span<const Inflow> inflows_;  // by task
};

/// The homogeneous cluster that HCPA allocates on (ISPDC 2007, section 3.1): processors of the slowest speed, as many
/// as have the platform's power, rounded down.
struct ReferenceCluster {
  int processors = 0;
  double speed = 0;  // flop/s
};

/// The same number before rounding: the power of the platform over its slowest speed.
double reference_processors(const Platform& platform);

ReferenceCluster reference_cluster(const Platform& platform);

/// The smallest number of processors of speed `speed` on which the task is no slower than on n reference processors
/// of speed `reference_speed` <= `speed`. At least 1.
int translated_allocation(const Task& task, int n, double reference_speed, double speed);

/// Whether some cluster has enough processors for the translation of n reference processors.
bool some_cluster_holds(const Platform& platform, const Task& task, int n, double reference_speed);

/// By task, the most reference processors whose translation fits some cluster.
std::vector<int> largest_allocations(const Platform& platform, const TaskGraph& graph,
                                     const ReferenceCluster& reference);

/// Whether a task takes fewer processors than its translation if that pays.
enum class Packing { off, on };

/// Where a task goes.
struct TranslatedChoice {
  Candidate candidate{.cluster = -1};  // -1: no cluster holds the translation
  bool is_packed = false;
};

/// The best of the translations of n processors of `reference_speed` to the clusters, not before `earliest` (s). `pack`
/// turns a translation into the candidate to compare: (Candidate, DataReady) -> Candidate.
template <class Pack>
TranslatedChoice best_translation(const ListMapping& mapping, int task, int n, double reference_speed, double earliest,
                                  Pack pack) {
  TranslatedChoice best;
  for (int k = 0; k < static_cast<int>(mapping.platform().clusters.size()); ++k) {
    const Cluster& cluster = mapping.platform().clusters[k];
    const int translated = translated_allocation(mapping.graph().task(task), n, reference_speed, cluster.speed);
    if (translated > cluster.processors) continue;
    const ListMapping::DataReady ready = mapping.data_ready(task, k, earliest);
    const Candidate full = mapping.candidate(task, k, translated, ready);
    Candidate chosen = pack(full, ready);
    if (const auto stays = mapping.staying(task, k, ready); stays && stays->n == full.n && !better(chosen, *stays))
      chosen = *stays;
    if (best.candidate.cluster < 0 || better(chosen, best.candidate)) best = {chosen, chosen.n < full.n};
  }
  return best;
}

}  // namespace palio
