#pragma once

#include <span>

#include "strategies/model/strategy.h"

namespace palio {

// The strategy table in parts, one per study that brought its strategies along.
std::span<const Strategy> mixed_parallel_strategies();
std::span<const Strategy> sequential_strategies();
std::span<const Strategy> constrained_strategies();
std::span<const Strategy> cluster_batch_strategies();
std::span<const Strategy> cafm_strategies();
std::span<const Strategy> mags_strategies();
std::span<const Strategy> bag_strategies();
std::span<const Strategy> file_strategies();
std::span<const Strategy> cbs3m_strategies();

}  // namespace palio
