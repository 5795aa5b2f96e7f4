#include "campaign/shards/hashed_shards.h"

#include "core/identity/random_stream.h"

namespace palio {
namespace {

std::vector<std::uint64_t> hashes(const std::vector<Ingredient>& ingredients) {
  std::vector<std::uint64_t> result;
  for (const Ingredient& ingredient : ingredients) result.push_back(hash64(canonical_text(ingredient.recipe), 0));
  return result;
}

}  // namespace

HashedShards::HashedShards(const Study& study, const Shard& shard)
    : index_(shard.index),
      count_(shard.count),
      platform_(hashes(study.platforms)),
      workload_(hashes(study.workloads)) {}

bool HashedShards::has(std::size_t platform, std::size_t workload) const {
  const std::uint64_t mixed = platform_[platform] * 0x9E3779B97F4A7C15U + workload_[workload];
  return (mixed >> 32U) % count_ + 1 == index_;
}

}  // namespace palio
