#pragma once

#include <algorithm>
#include <deque>
#include <limits>
#include <span>
#include <vector>

#include "platforms/model/platform.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/task_graph.h"
#include "workloads/model/workload.h"

namespace palio {

/// A graph on a platform as schedulers of sequential tasks see it: each processor is a host, a task takes one host.
/// Hosts have the numbers of the platform's processors; hosts of one cluster are identical. Refers to the workload.
/// Safe to share once built.
class SequentialInstance {
public:
  /// Of one application. Throws UserError if tasks have times, but not for each cluster.
  SequentialInstance(const Platform& platform, const Workload& workload);

  const TaskGraph& graph() const { return *graph_; }
  int host_count() const { return static_cast<int>(cluster_of_.size()); }
  int cluster_count() const { return static_cast<int>(first_host_.size()) - 1; }
  int cluster_of(int host) const { return cluster_of_[host]; }
  int first_host(int cluster) const { return first_host_[cluster]; }
  int hosts_of(int cluster) const { return first_host(cluster + 1) - first_host(cluster); }
  double release_date() const { return release_date_; }  // s
  /// When a host is free for the graph: its release, unless something runs already, s.
  double free_from(int host) const {
    return background_ == nullptr ? release_date_ : std::max(release_date_, background_->free_from[host]);
  }
  /// The data of a task from tasks that started before.
  std::span<const Inflow> inflows(int task) const {
    if (background_ == nullptr) return {};
    return std::span(background_->inflows).subspan(first_inflow_[task], first_inflow_[task + 1] - first_inflow_[task]);
  }

  /// Execution time on a host of this cluster, s.
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
  /// s; 0 if there is nothing to send.
  double transfer(double bytes, int source_cluster, int target_cluster) const {
    if (bytes <= 0) return 0;
    const Link& link = route(source_cluster, target_cluster);
    return link.latency + bytes / link.bandwidth;
  }

private:
  const TaskGraph* graph_;
  double release_date_;
  const Background* background_;  // null: the platform is empty
  std::vector<int> cluster_of_, first_host_;
  std::vector<std::size_t> first_inflow_;  // by task, if something runs already
  std::vector<double> times_;              // by task, then cluster
  std::vector<Link> routes_;               // by source, then target
};

/// A number for each task on each cluster, for values of pairs of a task and a host: the hosts of a cluster are
/// identical. Initially 0.
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

/// A task's place.
struct HostSlot {
  int host = -1;
  double start = 0;   // s
  double finish = 0;  // s
};

/// Where on its host a task may go: into the first gap that can hold it, or after all tasks.
enum class Placing { insertion, append };

/// A partial schedule, without contention. Tasks come after their parents. Refers to the instance.
class HostSchedule {
public:
  explicit HostSchedule(const SequentialInstance& instance);

  const SequentialInstance& instance() const { return *instance_; }
  int host_of(int task) const { return slots_[task].host; }
  double finish(int task) const { return slots_[task].finish; }
  /// When the last task of a host ends; if it has none, what runs there already, or the release date.
  double free(int host) const { return free_[host]; }
  /// The host that is free first; ties: the first.
  int first_free_host() const;
  /// Latest finish of all tasks so far, the release date without any; s.
  double end() const { return end_; }

  /// When all data of a task can be on each host: "ready(t,n)", s.
  void find_data_ready(int task, std::span<double> by_host) const;
  /// For the task on this host, its data available at `ready`.
  HostSlot slot(int task, int host, double ready, Placing placing) const;
  /// The slot with the least value (HostSlot -> double); ties: the first host.
  template <class Value>
  HostSlot best_slot(int task, Placing placing, Value value);

  /// The same on one host.
  HostSlot slot_on(int host, int task, Placing placing);

  void place(int task, const HostSlot& slot);

  /// By task; all of them must be placed.
  std::vector<Placement> placements() const;

private:
  struct Busy {
    double start, finish;  // s
  };

  const SequentialInstance* instance_;
  std::vector<HostSlot> slots_;          // by task
  std::vector<std::vector<Busy>> busy_;  // by host, ascending
  std::vector<double> free_;             // by host
  double end_;
  std::vector<double> ready_;  // by host, for best_slot() and slot_on() only
};

template <class Value>
HostSlot HostSchedule::best_slot(int task, Placing placing, Value value) {
  find_data_ready(task, ready_);
  HostSlot best;
  double least = 0;
  for (int host = 0; host < instance_->host_count(); ++host) {
    const HostSlot candidate = slot(task, host, ready_[host], placing);
    const double of_candidate = value(candidate);
    if (best.host >= 0 && of_candidate >= least) continue;
    best = candidate;
    least = of_candidate;
  }
  return best;
}

/// The value that most list schedulers choose by.
inline constexpr auto finish_of = [](const HostSlot& slot) { return slot.finish; };

/// How many parents of each task are not placed yet.
class MissingParents {
public:
  explicit MissingParents(const TaskGraph& graph) : graph_(&graph) {
    for (int task = 0; task < graph.task_count(); ++task)
      missing_.push_back(static_cast<int>(graph.in_edges(task).size()));
  }

  /// Calls `ready` with each child whose last missing parent this was.
  template <class Ready>
  void placed(int task, Ready ready) {
    for (const Edge& edge : graph_->out_edges(task))
      if (--missing_[edge.to] == 0) ready(edge.to);
  }

private:
  const TaskGraph* graph_;
  std::vector<int> missing_;
};

/// The ready tasks, the first one of a given order on top. Refers to the graph.
class ReadyQueue {
public:
  /// `order`: every task once. At most `bound` tasks compete; the others wait, first come first served.
  ReadyQueue(const TaskGraph& graph, std::vector<int> order,
             std::size_t bound = std::numeric_limits<std::size_t>::max());

  bool empty() const { return positions_.empty(); }
  int pop();
  void push(int task);
  /// Adds the children that become ready.
  void placed(int task) {
    missing_.placed(task, [&](int child) { push(child); });
  }

private:
  std::vector<int> order_, position_of_;
  std::vector<int> positions_;  // of the tasks that compete: a heap, the smallest on top
  std::deque<int> waiting_;
  std::size_t bound_;
  MissingParents missing_;
};

/// When newly ready tasks join the others: at once, or when none of the others is left.
enum class ReadySet { each, batch };

/// The ready tasks of a schedule and when their data can be on each host, for schedulers that choose a task and a host
/// together and append it there. Refers to the schedule.
class ReadyPool {
public:
  ReadyPool(HostSchedule& schedule, ReadySet set);

  /// Ascending.
  std::span<const int> tasks() const { return tasks_; }
  /// The latest to come in: at the beginning, or with the last task placed.
  std::span<const int> entered() const { return entered_; }

  double data_ready(int task, int host) const {  // s
    return dates_[row_[task] * hosts_ + static_cast<std::size_t>(host)];
  }
  /// At the end of the host's tasks.
  HostSlot slot(int task, int host) const {
    return schedule_->slot(task, host, data_ready(task, host), Placing::append);
  }
  void place(int task, int host);

private:
  void enter();

  HostSchedule* schedule_;
  ReadySet set_;
  MissingParents missing_;
  std::vector<int> tasks_, entered_;
  std::vector<int> waiting_;  // ready, not in the pool yet
  std::size_t hosts_;
  std::vector<double> dates_;             // rows by host
  std::vector<std::size_t> row_;          // by task
  std::vector<std::size_t> unused_rows_;  // of tasks that were placed
};

}  // namespace palio
