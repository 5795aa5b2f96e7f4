#pragma once

#include <span>
#include <string_view>

#include "core/identity/parameters.h"

namespace palio {

/// Family "duel": the task graph of a JSON file, which a search (palio duel) made, with the lineage that its parameters
/// tell. build_file_workload() builds it.
inline constexpr std::string_view k_duel_family = "duel";
std::span<const ParameterSpec> duel_workload_parameters();

}  // namespace palio
