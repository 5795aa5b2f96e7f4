#pragma once

#include <vector>

#include "core/parameters.h"
#include "workloads/task_graph.h"

namespace palio {

/// How the tasks of a graph get their processors on a homogeneous cluster.
struct AllocationRule {
  enum class Method { cpa, mcpa, bicpa };
  enum class AreaDivisor { classic, improved };

  Method method = Method::cpa;
  AreaDivisor area_divisor = AreaDivisor::improved;
};

/// The rule that parameters "allocation" and "area_divisor" name.
AllocationRule allocation_rule(const Parameters& parameters);

/// Processors by task, as if the cluster had `processors` of `speed` flop/s and no other graph.
/// cpa: CPA (Radulescu, van Gemund, ICPP 2001).
std::vector<int> cluster_allocation(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule);

}  // namespace palio
