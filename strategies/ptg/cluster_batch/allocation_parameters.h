#pragma once

#include <array>
#include <string_view>

#include "core/identity/text_parameter.h"

namespace palio {

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
