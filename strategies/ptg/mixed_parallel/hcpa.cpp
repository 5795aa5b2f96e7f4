#include "strategies/ptg/mixed_parallel/hcpa.h"

#include "strategies/ptg/bottom_level.h"
#include "strategies/ptg/cpa/cpa_allocation.h"
#include "strategies/ptg/translation.h"

namespace palio {
namespace {

enum class AreaDivisor { classic, improved };

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
                                       AreaDivisor divisor, Packing packing) {
  const FullTask at_largest = text_of(parameters, k_stop) == "end" ? FullTask::ends_growth : FullTask::is_skipped;
  const Application& application = workload.applications.front();
  const TaskGraph& graph = application.graph;
  const ReferenceCluster reference = reference_cluster(platform);
  const double area_divisor = divisor == AreaDivisor::improved
                                  ? improved_area_divisor(reference.processors, graph.task_count())
                                  : reference.processors;
  const std::vector<int> allocation =
      cpa_allocation(graph, reference.speed, largest_allocations(platform, graph, reference), area_divisor, at_largest);
  ListMapping mapping(platform, graph);
  bool packing_was_used = false;
  for (const int task :
       priority_order(graph, bottom_levels(graph, execution_times(graph, allocation, reference.speed)))) {
    const TranslatedChoice best =
        best_translation(mapping, task, allocation[task], reference.speed, application.release_date,
                         [&](const Candidate& full, const ListMapping::DataReady& ready) {
                           return packing == Packing::on ? smallest_no_later(mapping, task, full, ready) : full;
                         });
    mapping.place(task, best.candidate);
    packing_was_used |= best.is_packed;
  }
  SchedulingResult result{{{std::move(mapping.placements())}}, {}};
  if (packing == Packing::on) result.extra["flex_differs"] = packing_was_used ? 1 : 0;
  return result;
}

}  // namespace

SchedulingResult schedule_hcpa(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_with_divisor(platform, workload, parameters, AreaDivisor::classic, Packing::off);
}

SchedulingResult schedule_hcpa_opt(const Platform& platform, const Workload& workload, const Parameters& parameters) {
  return schedule_with_divisor(platform, workload, parameters, AreaDivisor::improved, Packing::off);
}

SchedulingResult schedule_hcpa_opt_flex(const Platform& platform, const Workload& workload,
                                        const Parameters& parameters) {
  return schedule_with_divisor(platform, workload, parameters, AreaDivisor::improved, Packing::on);
}

}  // namespace palio
