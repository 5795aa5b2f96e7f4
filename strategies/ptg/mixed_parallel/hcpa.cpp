#include "strategies/ptg/mixed_parallel/hcpa.h"

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/cpa/cpa_allocation.h"
#include "strategies/ptg/list_mapping.h"
#include "strategies/ptg/translation.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

enum class AreaDivisor { classic, improved };
enum class EarlierPacking { off, on };

std::vector<int> reference_allocation(const Platform& platform, const TaskGraph& graph,
                                      const ReferenceCluster& reference, AreaDivisor divisor, FullTask full) {
  return cpa_allocation(graph, reference.speed, largest_allocations(platform, graph, reference),
                        divisor == AreaDivisor::improved
                            ? improved_area_divisor(reference.processors, graph.task_count())
                            : reference.processors,
                        full);
}

// The smallest allocation that starts earlier than `full` and finishes no later; `full` itself if there is none.
Candidate smallest_no_later(const ListMapping& mapping, int task, const Candidate& full,
                            const ListMapping::DataReady& ready) {
  for (int m = 1; m < full.n; ++m) {
    const Candidate smaller = mapping.candidate(task, full.cluster, m, ready);
    if (smaller.start < full.start && smaller.finish <= full.finish) return smaller;
  }
  return full;
}

SchedulingResult schedule_with_divisor(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                       AreaDivisor divisor, EarlierPacking packing) {
  const FullTask at_largest = text_of(parameters, k_stop) == "end" ? FullTask::ends_growth : FullTask::is_skipped;
  const Application& application = workload.applications.front();
  const TaskGraph& graph = application.graph;
  const ReferenceCluster reference = reference_cluster(platform);
  const std::vector<int> allocation = reference_allocation(platform, graph, reference, divisor, at_largest);
  std::vector<double> task_time;
  for (int task = 0; task < graph.task_count(); ++task)
    task_time.push_back(execution_time(graph.task(task), allocation[static_cast<std::size_t>(task)], reference.speed));

  ListMapping mapping(platform, graph);
  bool packing_was_used = false;
  for (const int task : priority_order(graph, bottom_levels(graph, task_time))) {
    Candidate best{.cluster = -1};
    bool best_is_packed = false;
    for (int k = 0; k < static_cast<int>(platform.clusters.size()); ++k) {
      const Cluster& cluster = platform.clusters[static_cast<std::size_t>(k)];
      const int n = translated_allocation(graph.task(task), allocation[static_cast<std::size_t>(task)], reference.speed,
                                          cluster.speed);
      if (n > cluster.processors) continue;
      const ListMapping::DataReady ready = mapping.data_ready(task, k, application.release_date);
      const Candidate full = mapping.candidate(task, k, n, ready);
      const Candidate chosen = packing == EarlierPacking::on ? smallest_no_later(mapping, task, full, ready) : full;
      if (best.cluster >= 0 && !better(chosen, best)) continue;
      best = chosen;
      best_is_packed = chosen.n < full.n;
    }
    mapping.place(task, best);
    packing_was_used |= best_is_packed;
  }
  SchedulingResult result{{{std::move(mapping.placements())}}, {}};
  if (packing == EarlierPacking::on) result.extra["flex_differs"] = packing_was_used ? 1 : 0;
  return result;
}

}  // namespace

SchedulingResult schedule_hcpa(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_with_divisor(platform, workload, parameters, AreaDivisor::classic, EarlierPacking::off);
}

SchedulingResult schedule_hcpa_opt(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_with_divisor(platform, workload, parameters, AreaDivisor::improved, EarlierPacking::off);
}

SchedulingResult schedule_hcpa_opt_flex(const Platform& platform, const Workload& workload,
                                        const Parameters& parameters) {
  return schedule_with_divisor(platform, workload, parameters, AreaDivisor::improved, EarlierPacking::on);
}

}  // namespace palio
