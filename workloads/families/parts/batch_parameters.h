#pragma once

#include <variant>
#include <vector>

#include "core/identity/parameters.h"
#include "core/identity/random_stream.h"
#include "core/identity/registry.h"
#include "workloads/families/parts/task_costs.h"

namespace palio {

// Parameters that families of task graphs share.

inline constexpr ParameterSpec k_alpha_max{
    "alpha_max", ParameterType::real, "", "largest fraction of a task that cannot be parallelised", 0, 1, "0.25"};

/// Of families that draw each batch anew, as the papers do: graph i of one batch is not graph i of a larger one.
inline constexpr ParameterSpec k_independent_batch{
    .name = "batch",
    .type = ParameterType::integer,
    .meaning = "graphs; batches of different sizes are independent draws",
    .min = 1,
    .max = 10000,
    .role = ParameterRole::applications};

inline constexpr ParameterSpec k_data_factor{
    "data_factor", ParameterType::real,   "", "edges carry so many times the data; 0: no communication", 0, 1e6,
    "1",           DrawRole::leaves_draws};

}  // namespace palio
