#pragma once

#include <array>
#include <string_view>
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

inline constexpr auto k_allocation_methods = std::to_array<std::string_view>({"cpa", "mcpa", "bicpa"});
inline constexpr std::array<std::string_view, 2> k_area_divisors{"classic", "improved"};

/// The parameters that allocation_rule() reads, as the strategies for batches on one cluster have them.
inline constexpr std::array<ParameterSpec, 2> k_allocation_parameters{
    text_parameter(
        "allocation",
        "how tasks get their processors: cpa, mcpa (levels fit the cluster) or bicpa (best area of all sizes)", "cpa",
        k_allocation_methods),
    text_parameter("area_divisor", "average area over P processors (classic) or min(P, sqrt(P x tasks)) (improved)",
                   "improved", k_area_divisors)};

}  // namespace palio
