#include "strategies/ptg/cluster_batch/cluster_allocation.h"

#include <limits>
#include <tuple>

#include "strategies/ptg/cluster_batch/list_plan.h"
#include "strategies/ptg/cpa/cpa_allocation.h"
#include "workloads/model/speedup.h"

namespace palio {
namespace {

double divisor(const TaskGraph& graph, int processors, const AllocationRule& rule) {
  return rule.area_divisor == AllocationRule::AreaDivisor::improved
             ? improved_area_divisor(processors, graph.task_count())
             : processors;
}

void finish_within_levels(CpaAllocation& allocation, const TaskGraph& graph, int processors) {
  LevelProcessors levels(graph, processors);
  close_full_levels(allocation, graph, levels);
  for (int task = allocation.grow(); task >= 0; task = allocation.grow()) charge(allocation, levels, task);
}

double total_work(const TaskGraph& graph, const std::vector<int>& allocation) {
  double flop = 0;
  for (int task = 0; task < graph.task_count(); ++task) flop += work(graph.task(task), allocation[task]);
  return flop;
}

// The divisor only says when growing stops, and that later the larger it is: all are moments of one growing allocation.
std::vector<int> best_over_divisors(CpaAllocation& allocation, const TaskGraph& graph, int processors, double speed,
                                    const AllocationRule& rule) {
  constexpr double k_none = std::numeric_limits<double>::infinity();
  std::vector<int> best;
  std::tuple best_value(k_none, k_none);  // s, flop
  for (int q = 1; q <= processors; ++q) {
    allocation.set_area_divisor(divisor(graph, q, rule));
    if (allocation.grow() < 0 && q > 1) continue;  // what a smaller q had already
    while (allocation.grow() >= 0) {
      // Not finish(): the next q is a few steps away, so that leaps do not pay.
    }
    const std::tuple value(last_finish(list_plan(graph, allocation.processors(), processors, speed)),
                           total_work(graph, allocation.processors()));
    if (!best.empty() && value >= best_value) continue;
    best = allocation.processors();
    best_value = value;
  }
  return best;
}

}  // namespace

AllocationRule allocation_rule(const Parameters& parameters) {
  AllocationRule rule;
  const std::string& method = text_of(parameters, "allocation");
  if (method == "mcpa") rule.method = AllocationRule::Method::mcpa;
  if (method == "bicpa") rule.method = AllocationRule::Method::bicpa;
  if (text_of(parameters, "area_divisor") == "classic") rule.area_divisor = AllocationRule::AreaDivisor::classic;
  return rule;
}

std::vector<int> cluster_allocation(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  CpaAllocation allocation(graph, speed, std::vector<int>(graph.tasks().size(), processors),
                           divisor(graph, processors, rule));
  if (rule.method == AllocationRule::Method::bicpa)
    return best_over_divisors(allocation, graph, processors, speed, rule);
  if (rule.method == AllocationRule::Method::mcpa)
    finish_within_levels(allocation, graph, processors);
  else
    allocation.finish();
  return allocation.processors();
}

}  // namespace palio
