#pragma once

#include "core/identity/parameters.h"
#include "workloads/families/task_costs.h"

namespace palio {

// Parameters that families of task graphs share.

inline constexpr ParameterSpec k_alpha_max{
    "alpha_max", ParameterType::real, "", "largest fraction of a task that cannot be parallelised", 0, 1, "0.25"};

/// Of families that draw each batch anew, as the papers do: graph i of one batch is not graph i of a larger one.
inline constexpr ParameterSpec k_independent_batch{
    "batch", ParameterType::integer, "", "graphs; batches of different sizes are independent draws", 1, 10000, ""};

inline constexpr ParameterSpec k_data_factor{
    "data_factor", ParameterType::real,   "", "edges carry so many times the data; 0: no communication", 0, 1e6,
    "1",           DrawRole::leaves_draws};

inline constexpr ParameterSpec k_sample{"sample", ParameterType::integer, "", "number of the draw", 0, 1e9, ""};
inline constexpr ParameterSpec k_seed{"seed", ParameterType::integer, "", "seed of the study", 0, 0x1p53, ""};

}  // namespace palio
