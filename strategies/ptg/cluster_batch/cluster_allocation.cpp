#include "strategies/ptg/cluster_batch/cluster_allocation.h"

#include "strategies/ptg/cpa_allocation.h"
#include "workloads/speedup.h"

namespace palio {

AllocationRule allocation_rule(const Parameters& parameters) {
  AllocationRule rule;
  const std::string& method = text_of(parameters, "allocation");
  if (method == "mcpa") rule.method = AllocationRule::Method::mcpa;
  if (method == "bicpa") rule.method = AllocationRule::Method::bicpa;
  if (text_of(parameters, "area_divisor") == "classic") rule.area_divisor = AllocationRule::AreaDivisor::classic;
  return rule;
}

std::vector<int> cluster_allocation(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule) {
  const auto time = [&](int task, int n) { return execution_time(graph.task(task), n, speed); };
  const auto may_have = [&](int, int n) { return n <= processors; };
  const double divisor = rule.area_divisor == AllocationRule::AreaDivisor::improved
                             ? improved_area_divisor(processors, graph.task_count())
                             : processors;
  return cpa_allocation(graph, time, may_have, divisor);
}

}  // namespace palio
