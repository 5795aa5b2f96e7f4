#pragma once

#include <array>

#include "core/parameters.h"

namespace palio {

inline constexpr std::array<std::string_view, 3> k_allocation_methods{"cpa", "mcpa", "bicpa"};
inline constexpr std::array<std::string_view, 2> k_allocation_divisors{"classic", "improved"};

/// What allocation_rule() reads; every strategy for batches on one cluster has them.
inline constexpr std::array<ParameterSpec, 2> k_allocation_parameters{
    {{.name = "allocation",
      .type = ParameterType::text,
      .unit = "",
      .meaning = "how the tasks of a graph get their processors",
      .default_value = "cpa",
      .choices = k_allocation_methods},
     {.name = "area_divisor",
      .type = ParameterType::text,
      .unit = "",
      .meaning = "average area over P processors (classic) or min(P, sqrt(P x tasks)) (improved)",
      .default_value = "improved",
      .choices = k_allocation_divisors}}};

}  // namespace palio
