#include "campaign/plan.h"

#include <algorithm>

#include "campaign/sampling.h"
#include "core/random_stream.h"

namespace palio {
namespace {

std::vector<std::uint64_t> hashes(const std::vector<Ingredient>& ingredients) {
  std::vector<std::uint64_t> result;
  for (const Ingredient& ingredient : ingredients) result.push_back(hash64(canonical_text(ingredient.recipe), 0));
  return result;
}

}  // namespace

InstanceStream::InstanceStream(const Study& study, const Selection& selection)
    : study_(study), shard_(selection.shard), end_(study.instance_count()) {
  if (selection.sample > 0 && selection.sample < end_) {
    sample_ = stratified_sample(study, selection.sample);
    end_ = sample_.size();
  }
  if (shard_.count > 1) {
    platform_hash_ = hashes(study.platforms);
    workload_hash_ = hashes(study.workloads);
  }
}

std::optional<Instance> InstanceStream::next() {
  while (position_ < end_) {
    const std::uint64_t position = position_++;
    const Instance instance = sample_.empty() ? Instance{static_cast<std::uint32_t>(position / study_.workloads.size()),
                                                         static_cast<std::uint32_t>(position % study_.workloads.size())}
                                              : sample_[position];
    if (in_shard(instance)) return instance;
  }
  return std::nullopt;
}

bool InstanceStream::in_shard(const Instance& instance) const {
  if (shard_.count == 1) return true;
  const std::uint64_t mixed =
      platform_hash_[instance.platform] * 0x9E3779B97F4A7C15U + workload_hash_[instance.workload];
  return (mixed >> 32U) % shard_.count + 1 == shard_.index;
}

}  // namespace palio
