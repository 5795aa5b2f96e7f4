#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>

#include "palio/declaration.h"

/// Strategies for parallel task graphs on clusters.
namespace palio::own {

/// Execution time (s) of a task that has work, under Amdahl's law, on n processors of `speed` flop/s, as Palio computes
/// it. GraphView::execution_time() gives it for any task.
inline double execution_time(const palio_task& task, int n, double speed) {
  return task.flop / speed * (task.alpha + (1.0 - task.alpha) / n);
}

/// The time of a task on n processors, as a multiple of its time on one under Amdahl's law, to within rounding errors.
inline double time_factor(const palio_task& task, const palio_speedup& speedup, int n) {
  if (speedup.law == PALIO_POWERCOM) return 1.0 / n + speedup.overhead * std::pow(n, speedup.exponent);
  return task.alpha + (1.0 - task.alpha) / std::min<int>(n, speedup.max_processors) + speedup.overhead * (n - 1);
}

/// Palio's estimate (s) of the time to move data to n processors, which a plan must not undercut.
inline double transfer_time(const palio_communication& estimate, int n) {
  const int hosts = estimate.cores == 1 ? n : (n + estimate.cores - 1) / estimate.cores;
  const double receiving = estimate.receiver_time / hosts;
  return estimate.latency + (receiving > estimate.network_time ? receiving : estimate.network_time);
}

/// A parallel task graph. Cheap to copy; valid during the call that it was passed to.
class GraphView {
public:
  GraphView(const palio_graph_instance& instance, int index)
      : graph_(instance.graphs + index),
        clusters_(instance.platform.clusters, instance.platform.cluster_count),
        times_(instance.times[index]),
        speedups_(instance.speedups[index]) {}

  std::string_view name() const { return text_of(graph_->name); }
  double release_date() const { return graph_->release_date; }
  int task_count() const { return static_cast<int>(graph_->task_count); }
  std::span<const palio_task> tasks() const { return {graph_->tasks, graph_->task_count}; }
  const palio_task& task(int id) const { return graph_->tasks[id]; }
  std::span<const palio_edge> edges() const { return {graph_->edges, graph_->edge_count}; }
  std::span<const palio_edge> in_edges(int id) const {
    return {graph_->in_edges + graph_->first_in[id], graph_->in_edges + graph_->first_in[id + 1]};
  }
  std::span<const palio_edge> out_edges(int id) const {
    return {graph_->edges + graph_->first_out[id], graph_->edges + graph_->first_out[id + 1]};
  }
  /// Every task after its parents.
  std::span<const int32_t> order() const { return {graph_->order, graph_->task_count}; }

  /// On unrelated machines, the times of a task on one processor of each cluster, s. Empty: it has work.
  std::span<const double> times(int id) const {
    if (times_ == nullptr) return {};
    return {times_ + static_cast<size_t>(id) * clusters_.size(), clusters_.size()};
  }
  /// The laws of the tasks and their parameters. Empty: Amdahl's law.
  std::span<const palio_speedup> speedups() const {
    if (speedups_ == nullptr) return {};
    return {speedups_, graph_->task_count};
  }
  /// Of a task on n processors of a cluster, s, as Palio computes it: from its times if it has them, under its law.
  double execution_time(int id, int n, int cluster) const {
    const palio_task& of = task(id);
    const double factor =
        speedups_ == nullptr ? of.alpha + (1.0 - of.alpha) / n : time_factor(of, speedups_[static_cast<size_t>(id)], n);
    if (times_ == nullptr) return of.flop / clusters_[static_cast<size_t>(cluster)].speed * factor;
    return times(id)[static_cast<size_t>(cluster)] * factor;
  }

private:
  const palio_graph* graph_;
  std::span<const palio_cluster> clusters_;
  const double* times_;  // by task, then cluster
  const palio_speedup* speedups_;
};

/// The instance to schedule: graphs on a platform.
class InstanceView {
public:
  explicit InstanceView(const palio_graph_instance& instance) : instance_(&instance) {}

  const palio_platform& platform() const { return instance_->platform; }
  std::span<const palio_cluster> clusters() const {
    return {instance_->platform.clusters, instance_->platform.cluster_count};
  }
  int graph_count() const { return static_cast<int>(instance_->graph_count); }
  GraphView graph(int index) const { return GraphView(*instance_, index); }

  /// For moving data from m processors of one cluster to another; pass it to transfer_time().
  palio_communication communication(double bytes, int source, int m, int target) const {
    return instance_->communication(instance_, bytes, source, m, target);
  }
  /// Between distinct processors of these clusters: the smallest bandwidth, and the sum of the latencies.
  palio_link route(int source, int target) const { return instance_->route(instance_, source, target); }

  /// When a processor is expected to be free of what runs, s; with any_beginning() alone.
  double free_from(int processor) const {
    return instance_->free_from == nullptr ? 0 : instance_->free_from[processor];
  }
  /// Data from tasks that have started, by graph, then task; likewise.
  std::span<const palio_inflow> inflows() const { return {instance_->inflows, instance_->inflow_count}; }
  /// By inflow: the processors for which its data have left, if they have, and when they are there.
  std::span<const palio_arrival> arrivals() const { return {instance_->arrivals, instance_->inflow_count}; }

private:
  const palio_graph_instance* instance_;
};

/// What has happened until a date.
class SituationView {
public:
  explicit SituationView(const palio_situation& situation) : situation_(&situation) {}

  double now() const { return situation_->now; }  // s
  const palio_task_state& state(int graph, int task) const { return situation_->tasks[graph][task]; }

private:
  const palio_situation* situation_;
};

/// Takes the decisions of a strategy: of one that plans, once for every task of every graph.
class PlanWriter {
public:
  explicit PlanWriter(palio_plan& plan) : plan_(&plan) {}

  /// Processors of one cluster; dates in s.
  void place(int graph, int task, std::span<const int32_t> processors, double start, double finish) {
    plan_->place(plan_, graph, task, processors.data(), processors.size(), start, finish);
  }
  /// Without dates: Palio sets them in the order of these calls, as early as data and processors allow.
  void place(int graph, int task, std::span<const int32_t> processors) {
    constexpr double k_open = std::numeric_limits<double>::quiet_NaN();
    place(graph, task, processors, k_open, k_open);
  }

private:
  palio_plan* plan_;
};

/// A strategy for task graphs: a pure function of the instance and its parameters. It draws no random numbers and keeps
/// nothing between calls.
class GraphStrategy : public StrategyBase {
public:
  explicit GraphStrategy(Declaration declaration) : StrategyBase(declaration.schedules("graphs")) {}

  virtual void schedule(const InstanceView& instance, const Values& parameters, PlanWriter& plan) const = 0;
};

/// A strategy for task graphs that decides at run time: a pure function of what has happened, too.
class RunTimeStrategy : public StrategyBase {
public:
  explicit RunTimeStrategy(Declaration declaration)
      : StrategyBase(declaration.schedules("graphs").decides("at_run_time")) {}

  /// Called whenever a task ends or a graph is released. PlanWriter::place(), without dates, puts a task that is ready
  /// or waiting behind all that its processors have to do.
  virtual void decide(const InstanceView& instance, const SituationView& situation, const Values& parameters,
                      PlanWriter& plan) const = 0;
};

}  // namespace palio::own
