#pragma once

#include <array>
#include <functional>
#include <string_view>

#include "core/identity/parameters.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

inline constexpr std::array<std::string_view, 2> k_stops{"skip", "end"};
inline constexpr ParameterSpec k_stop = later_text_parameter(
    "stop", "a best task that no cluster holds with one more processor: the next best grows (skip), or none (end)",
    "skip", k_stops);

/// HCPA (N'Takpe, Suter, ICPADS 2006; ISPDC 2007 section 3.1): CPA's allocation on the reference cluster, translated to
/// each cluster; list scheduling by decreasing bottom level, each task where it finishes first. HCPA,
/// HCPA-OPT and HCPA-OPT-FLEX take the parameter stop.
SchedulingResult schedule_hcpa(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// With the area divisor min(p_ref, sqrt(p_ref x tasks)) (ISPDC 2007 section 4.1).
SchedulingResult schedule_hcpa_opt(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// HCPA-OPT with packing: fewer processors where the task then starts earlier and ends no later (section 4.1).
/// Reports flex_differs.
SchedulingResult schedule_hcpa_opt_flex(const Platform& platform, const Workload& workload,
                                        const Parameters& parameters);

/// M-HEFT (Casanova, Desprez, Suter, Euro-Par 2004; ISPDC 2007 section 3.2): tasks by decreasing bottom level of mean
/// times; each on the cluster and the number of processors that finish it first, from 1 to a cap.
SchedulingResult schedule_m_heft(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// Cap: processors are added while each improves the execution time by more than `threshold` (section 4.2), or with
/// imp_base = completion the date at which the task finishes.
SchedulingResult schedule_m_heft_imp(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// Cap: processors are added while the parallel efficiency stays at `threshold` or above (section 4.2).
SchedulingResult schedule_m_heft_eff(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// Cap: the fraction `threshold` of the cluster, at least one processor (section 4.2).
SchedulingResult schedule_m_heft_max(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// Largest allocation of a task on a cluster.
using AllocationCap = std::function<int(const Task& task, const Cluster& cluster)>;

AllocationCap improvement_cap(double threshold, std::string_view base);
AllocationCap efficiency_cap(double threshold, std::string_view base, double reference_speed);
AllocationCap fraction_cap(double threshold);

/// M-HEFT's priority (s): mean time on one processor plus mean communication, along the longest path to an exit.
std::vector<double> mean_bottom_levels(const Platform& platform, const TaskGraph& graph);

}  // namespace palio
