#pragma once

#include <array>
#include <string_view>

#include "core/identity/parameters.h"
#include "strategies/ptg/graph_method.h"

namespace palio {

inline constexpr std::array<std::string_view, 2> k_stops{"skip", "end"};
inline constexpr ParameterSpec k_stop = later_text_parameter(
    "stop", "a best task that no cluster holds with one more processor: the next best grows (skip), or none (end)",
    "skip", k_stops);

/// HCPA (N'Takpe, Suter, ICPADS 2006; ISPDC 2007 section 3.1): CPA's allocation on the reference cluster, translated to
/// each cluster; list scheduling by decreasing bottom level, each task where it finishes first. Parameter stop: where
/// the task that gains most has more processors than any cluster's translation, the next best one grows (skip), or the
/// allocation ends (end). The other two have it, too.
SchedulingResult schedule_hcpa(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// With the area divisor min(p_ref, sqrt(p_ref x tasks)) (ISPDC 2007 section 4.1).
SchedulingResult schedule_hcpa_opt(const Platform& platform, const Workload& workload, const Parameters& parameters);

/// HCPA-OPT with packing: fewer processors where the task then starts earlier and ends no later (section 4.1).
/// Reports flex_differs.
SchedulingResult schedule_hcpa_opt_flex(const Platform& platform, const Workload& workload,
                                        const Parameters& parameters);

}  // namespace palio
