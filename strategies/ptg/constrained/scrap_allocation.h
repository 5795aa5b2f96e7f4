#pragma once

#include <vector>

#include "platforms/model/platform.h"
#include "strategies/ptg/cpa/cpa_allocation.h"
#include "workloads/model/task_graph.h"

namespace palio {

/// Where an allocation under a resource constraint ends.
enum class ScrapRule {
  whole_graph,  // SCRAP: the average area exceeds beta times the critical path
  levels,       // SCRAP-MAX: no precedence level gets more than beta of the platform's power
};

/// What SCRAP-MAX does when the level of the task it would pick is full.
enum class WhenFull {
  freeze,  // goes on with tasks of other levels
  stop,    // ends
};

/// Ends either rule also when the average area is no smaller than beta times the critical path, as CPA would.
enum class AreaGuard { off, on };

struct ScrapOptions {
  ScrapRule rule = ScrapRule::levels;
  WhenFull when_full = WhenFull::freeze;
  AreaGuard area_guard = AreaGuard::off;
};

/// Allocation of one graph on the reference cluster under a resource constraint: SCRAP and SCRAP-MAX as recalled by
/// N'Takpe, Suter, INRIA RR-6774, section 4. One processor per task stands even where that exceeds the constraint.
/// Step by step, so that every decision can be watched.
class ScrapAllocation {
public:
  /// `beta`: the part of the platform's power that the graph may use. Throws InternalError unless 0 < beta <= 1.
  ScrapAllocation(const Platform& platform, const TaskGraph& graph, double beta, const ScrapOptions& options);

  /// One more processor for one task, such that some cluster still holds its translation. Returns the task, or -1 when
  /// the allocation is final.
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

/// Runs a ScrapAllocation to its end: reference processors by task.
std::vector<int> scrap_allocation(const Platform& platform, const TaskGraph& graph, double beta,
                                  const ScrapOptions& options);

}  // namespace palio
