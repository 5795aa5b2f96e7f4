#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "campaign/shards/shard.h"

namespace palio {

/// The positions, ascending, of a part when the heaviest comes first, each to the part that has least; of equal ones
/// the first. The sums of two parts differ by the heaviest weight at most.
std::vector<std::size_t> greedy_part(std::span<const std::uint64_t> weights, const Shard& shard);

}  // namespace palio
