#pragma once

#include <vector>

#include "core/identity/parameters.h"
#include "workloads/model/task_graph.h"

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
/// mcpa: a task grows only while the allocations of its precedence level sum up to at most `processors` (Bansal, Kumar,
/// Singh, Parallel Computing 32, 2006); a level that is full or wider than the cluster leaves the others free to grow.
/// bicpa: of the CPA allocations whose area is averaged over q = 1 .. `processors`, the one with the shortest makespan
/// under list scheduling on all processors without communication; ties: least work, then smallest q (Desprez, Suter,
/// CCGrid 2010, the variant for the makespan).
std::vector<int> cluster_allocation(const TaskGraph& graph, int processors, double speed, const AllocationRule& rule);

}  // namespace palio
