#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platforms/model/platform.h"
#include "plugin/palio/strategy_abi.h"
#include "runners/custom/custom_call.h"
#include "strategies/ptg/run_time.h"
#include "strategies/ptg/schedule.h"
#include "workloads/model/workload.h"

namespace palio {

/// Whether a task has another law than Amdahl's.
bool has_other_law(const TaskGraph& graph);

/// A platform and a workload in the plain types of custom strategies. Both outlive it.
class PlainInstance {
public:
  PlainInstance(const Platform& platform, const Workload& workload);
  PlainInstance(const PlainInstance&) = delete;
  PlainInstance& operator=(const PlainInstance&) = delete;

  const palio_graph_instance& plain() const { return whole_.instance; }

private:
  struct GraphParts {
    std::vector<palio_task> tasks;
    std::vector<palio_edge> edges, in_edges;
    std::vector<std::size_t> first_out, first_in;
    std::vector<double> times;            // by task, then cluster; empty: the tasks have work
    std::vector<palio_speedup> speedups;  // by task; empty: Amdahl's law
  };
  // The instance first, so that what is handed over leads back to the platform.
  struct Whole {
    palio_graph_instance instance;
    const Platform* platform;
  };

  void add(const Application& application);
  void add(const Background& background);
  static palio_communication communication(const palio_graph_instance* instance, double bytes, std::int32_t source,
                                           std::int32_t m, std::int32_t target);
  static palio_link route(const palio_graph_instance* instance, std::int32_t source, std::int32_t target);

  Whole whole_{};
  std::vector<palio_cluster> clusters_;
  std::vector<GraphParts> parts_;
  std::vector<palio_graph> graphs_;
  std::vector<const double*> times_;            // by graph
  std::vector<const palio_speedup*> speedups_;  // by graph
  std::vector<palio_inflow> inflows_;
  std::vector<palio_arrival> arrivals_;  // by inflow
};

/// What a custom strategy is told of an execution at a date: nothing that happens later. The situation outlives it.
class PlainSituation {
public:
  explicit PlainSituation(const Situation& situation);
  PlainSituation(const PlainSituation&) = delete;
  PlainSituation& operator=(const PlainSituation&) = delete;

  const palio_situation& plain() const { return plain_; }
  /// By graph, then task.
  const std::vector<std::vector<palio_task_state>>& states() const { return states_; }

private:
  static palio_task_state state(const Situation& situation, std::size_t graph, int task);

  std::vector<std::vector<palio_task_state>> states_;
  std::vector<const palio_task_state*> by_graph_;
  palio_situation plain_{};
};

/// Takes the decisions of a custom strategy for task graphs, in any order and however wrong. Decisions that no
/// schedule can express become a named failure here; the validator checks the rest.
class GraphPlan {
public:
  /// Throws UserError if tasks have times, but not for each cluster.
  GraphPlan(const Platform& platform, const Workload& workload);

  /// The C struct for a library.
  palio_plan& plain() { return plain_; }

  /// See palio_plan. Errors are kept for schedule().
  void place(std::int64_t graph, std::int64_t task, std::vector<int> processors, double start, double finish);

  /// Where the strategy reports that it cannot continue.
  Trouble& trouble() { return trouble_; }

  /// The whole schedule. Throws what trouble() reports, and InvalidAnswer for tasks that are missing or placed on
  /// something that does not exist.
  Schedule schedule();
  /// Of a strategy that decides at run time, in the order of the calls. Throws likewise; decisions have no dates.
  std::vector<Decision> decisions() const;

private:
  struct Plain : palio_plan {
    GraphPlan* self;
  };
  struct Placed {
    std::int64_t graph, task;
  };

  static GraphPlan& self_of(palio_plan* plan);
  void check() const;
  void make_dates(Schedule& schedule) const;
  void refuse(std::string problem);

  const Platform& platform_;
  const Workload& workload_;
  Plain plain_{};
  Schedule schedule_;
  std::vector<Placed> order_;
  std::size_t with_dates_ = 0;
  std::vector<int> cluster_of_;  // by processor
  std::optional<std::string> invalid_;
  Trouble trouble_;
};

}  // namespace palio
