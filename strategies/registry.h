#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/identity/canonical.h"
#include "strategies/model/strategy.h"

namespace palio {

std::span<const Strategy> strategies();

/// The strategy of this name; throws UserError with the nearest valid name.
const Strategy& strategy(std::string_view name);

/// Throws UserError for parameters of a resolved recipe that contradict each other: those of a policy.
void check_parameters(const Strategy& strategy, const Parameters& parameters);

/// How an application is scheduled alone to judge a strategy for task graphs; empty for a strategy without a yardstick.
std::optional<Recipe> dedicated_recipe(const Strategy& strategy, const Parameters& parameters);

// The strategy table in parts, one per study that introduced them.
std::span<const Strategy> mixed_parallel_strategies();
std::span<const Strategy> sequential_strategies();
std::span<const Strategy> constrained_strategies();
std::span<const Strategy> cluster_batch_strategies();
std::span<const Strategy> cafm_strategies();
std::span<const Strategy> mags_strategies();
std::span<const Strategy> moldable_strategies();
std::span<const Strategy> bag_strategies();
std::span<const Strategy> file_strategies();
std::span<const Strategy> cbs3m_strategies();

}  // namespace palio
