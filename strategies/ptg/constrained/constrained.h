#pragma once

#include <span>
#include <vector>

#include "platforms/model/platform.h"
#include "strategies/ptg/cpa/cpa_allocation.h"
#include "strategies/ptg/graph_method.h"
#include "workloads/model/task_graph.h"
#include "workloads/model/workload.h"

namespace palio {

/// When an allocation under a resource constraint ends.
enum class ScrapRule {
  whole_graph,  // SCRAP: the average area exceeds beta times the critical path
  levels,       // SCRAP-MAX: no precedence level gets more than beta of the platform's power
};

/// What SCRAP-MAX does when the level of the task it would choose is full.
enum class WhenFull {
  freeze,  // goes on with tasks of other levels
  stop,    // ends
};

/// With `on`, either rule also ends when the average area is no smaller than beta times the critical path, as in CPA.
enum class AreaGuard { off, on };

struct ScrapOptions {
  ScrapRule rule = ScrapRule::levels;
  WhenFull when_full = WhenFull::freeze;
  AreaGuard area_guard = AreaGuard::off;
};

/// Allocation of one graph on the reference cluster under a resource constraint: SCRAP and SCRAP-MAX as summarised by
/// N'Takpe, Suter, INRIA RR-6774, section 4. Every task keeps one processor even if that exceeds the constraint. Step
/// by step, so that tests can check every decision.
class ScrapAllocation {
public:
  /// `beta`: the part of the platform's power that the graph may use. Throws InternalError unless 0 < beta <= 1.
  ScrapAllocation(const Platform& platform, const TaskGraph& graph, double beta, const ScrapOptions& options);

  /// Gives one more processor to a task for which some cluster can still hold the translation. Returns the task, or -1
  /// when the allocation is final.
  int grow();

  double critical_path_length() { return growth_.critical_path_length(); }  // s, T_CP
  /// Sum of the areas over the reference processors that the graph may use (s): T_A / beta.
  double average_area() const { return growth_.area() / share_; }
  const std::vector<int>& processors() const { return growth_.processors(); }        // reference processors, by task
  const std::vector<int>& level_processors() const { return levels_.processors(); }  // the same, by precedence level

private:
  bool area_is_used_up();

  ScrapOptions options_;
  double share_;  // reference processors
  CriticalPathGrowth growth_;
  LevelProcessors levels_;
};

/// Runs a ScrapAllocation to its end; returns reference processors by task.
std::vector<int> scrap_allocation(const Platform& platform, const TaskGraph& graph, double beta,
                                  const ScrapOptions& options);

/// What an application contributes to its batch (N'Takpe, Suter, INRIA RR-6774, section 6).
enum class Contribution {
  critical_path,  // its length (s) with one reference processor per task
  width,          // tasks of its largest precedence level
  work,           // flop of all its tasks
};

/// Contribution of each application of the workload.
std::vector<double> contributions(const Platform& platform, const Workload& workload, Contribution contribution);

/// The resource constraints beta of n applications: 1 each (selfish), 1/n each (equal), in proportion to the
/// contributions (Equation 1), or mu of the equal share and 1 - mu of the proportional one (Equation 2). mu = 1 and
/// mu = 0 give the same bits as equal and proportional shares.
std::vector<double> selfish_shares(std::size_t n);
std::vector<double> equal_shares(std::size_t n);
std::vector<double> proportional_shares(std::span<const double> contributions);
std::vector<double> weighted_shares(std::span<const double> contributions, double mu);

/// Parallel task graphs scheduled together, each allocated under its own resource constraint and mapped concurrently
/// (N'Takpe, Suter, INRIA RR-6774). Decided again when a graph is released or completes (ptg/online/decisions.h):
/// constraints from the contributions of whole applications, allocations for what is left of them. All take the
/// parameters allocation, area_guard, mapping, packing and, for SCRAP-MAX's allocation, when_full. All throw NoSchedule
/// if a constraint is not above 0, as with contributions hundreds of orders of magnitude apart.

/// Section 6: 1 each, an equal share each.
SchedulingResult schedule_s(const Platform& platform, const Workload& workload, const Parameters& parameters);
SchedulingResult schedule_es(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// Section 6: a share in proportion to an application's contribution (PS) or, with a parameter mu, between this and an
/// equal share, which has weight mu (WPS).
SchedulingResult schedule_by_contribution(const Platform& platform, const Workload& workload,
                                          const Parameters& parameters, Contribution contribution);

/// Section 4: the given constraint beta for every application.
SchedulingResult schedule_scrap(const Platform& platform, const Workload& workload, const Parameters& parameters);

}  // namespace palio
