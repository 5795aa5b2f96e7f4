#pragma once

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/identity/canonical.h"
#include "core/identity/random_stream.h"
#include "strategies/ptg/graph_method.h"
#include "strategies/ptg/schedule_validator.h"
#include "strategies/registry.h"
#include "tests/support/builders.h"
#include "workloads/model/speedup.h"

namespace palio::test {

/// Processors of 1 flop/s; communication takes negligible time.
inline Platform one_cluster(int processors) { return fast_platform({cluster(processors, 1)}); }

/// The answer of the strategy that a recipe names, as typed: "CPA:area_divisor=classic".
inline SchedulingResult scheduled_by(std::string_view recipe, const Platform& platform, const Workload& workload) {
  const Strategy& row = strategy(recipe_name(recipe));
  return method_if<GraphMethod>(row)->schedule(platform, workload, parse_recipe(recipe, row.parameters).parameters);
}

/// The violation in a schedule that the strategy planned, or "valid".
inline std::string violation_of(const Strategy& row, const Platform& platform, const Workload& workload,
                                const Schedule& schedule) {
  const PlannedCommunication communication = method_if<GraphMethod>(row)->terms.communication;
  return find_violation(platform, workload, schedule, communication).value_or("valid");
}

inline double end_of(const std::vector<Placement>& placements) {
  return std::ranges::max(placements, {}, &Placement::finish).finish;
}
inline double end_of(const Schedule& schedule) {
  double last = 0;
  for (const std::vector<Placement>& application : schedule.placements) last = std::max(last, end_of(application));
  return last;
}

/// No schedule of the graph is shorter than its critical path on the best allocations, s.
inline double critical_path_bound(const Platform& platform, const TaskGraph& graph) {
  std::vector<double> finish(graph.tasks().size(), 0);
  for (const int task : graph.topological_order()) {
    double start = 0;
    for (const Edge& edge : graph.in_edges(task)) start = std::max(start, finish[edge.from]);
    double best = std::numeric_limits<double>::infinity();
    for (const Cluster& cluster : platform.clusters)
      best = std::min(best, execution_time(graph.task(task), cluster.processors, cluster.speed));
    finish[task] = start + best;
  }
  return std::ranges::max(finish);
}

/// No schedule of the batch is shorter than all of its work on all processors at their full speed, s.
inline double area_bound(const Platform& platform, const Workload& workload) {
  double power = 0;
  for (const Cluster& cluster : platform.clusters) power += cluster.processors * cluster.speed;
  double flop = 0;
  for (const Application& application : workload.applications) flop += application.graph.total_flop();
  return flop / power;
}

/// A lower bound for any schedule: neither the critical path of any graph nor all work together can take less, s.
inline double makespan_bound(const Platform& platform, const Workload& workload) {
  double bound = area_bound(platform, workload);
  for (const Application& application : workload.applications)
    bound = std::max(bound, critical_path_bound(platform, application.graph));
  return bound;
}

/// One of these values.
inline std::string pick(RandomStream& random, const std::vector<std::string>& values) {
  return values[random.uniform_integer(0, std::ssize(values) - 1)];
}

}  // namespace palio::test
