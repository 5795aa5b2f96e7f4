#include "campaign/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "campaign/plan/sampling.h"
#include "core/error.h"
#include "core/identity/random_stream.h"
#include "core/text/count_text.h"

namespace palio {
namespace {

std::vector<std::uint64_t> hashes(const std::vector<Ingredient>& ingredients) {
  std::vector<std::uint64_t> result;
  for (const Ingredient& ingredient : ingredients) result.push_back(hash64(canonical_text(ingredient.recipe), 0));
  return result;
}

// The positions, from 0, that are kept.
template <class Kept>
std::vector<std::uint32_t> positions(std::size_t count, Kept kept) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t position = 0; position < count; ++position)
    if (kept(position)) result.push_back(position);
  return result;
}

}  // namespace

Selection drawn(const Study& study, Selection selection) {
  if (!selection.instances && selection.sample > 0 && selection.sample < study.instance_count())
    selection.instances = std::make_shared<std::vector<Instance>>(stratified_sample(study, selection.sample));
  return selection;
}

InstanceStream::InstanceStream(const Study& study, const Selection& selection)
    : study_(study), shard_(selection.shard), end_(study.instance_count()), sample_(drawn(study, selection).instances) {
  if (sample_) end_ = sample_->size();
  if (!selection.where.empty()) {
    filter_ = std::make_shared<ScenarioFilter>(study, selection.where);
    platforms_ = positions(study.platforms.size(), [&](std::uint32_t p) { return filter_->takes_platform(p); });
    workloads_ = positions(study.workloads.size(), [&](std::uint32_t w) { return filter_->takes_workload(w); });
    if (!sample_) end_ = std::uint64_t{platforms_.size()} * workloads_.size();
  }
  if (shard_.count > 1) {
    platform_hash_ = hashes(study.platforms);
    workload_hash_ = hashes(study.workloads);
  }
}

Instance InstanceStream::at(std::uint64_t position) const {
  if (sample_) return (*sample_)[position];
  const std::uint64_t row = filter_ ? workloads_.size() : study_.workloads.size();
  const auto platform = static_cast<std::uint32_t>(position / row),
             workload = static_cast<std::uint32_t>(position % row);
  return filter_ ? Instance{platforms_[platform], workloads_[workload]} : Instance{platform, workload};
}

std::optional<Instance> InstanceStream::next() {
  while (position_ < end_) {
    const Instance instance = at(position_++);
    if (holds(instance)) return instance;
  }
  return std::nullopt;
}

std::span<const std::uint32_t> InstanceStream::strategies(const Instance& instance) const {
  const std::span<const std::uint32_t> all = study_.strategies_of(instance.workload);
  if (!filter_) return all;
  if (!filter_->takes_instance(instance.platform, instance.workload)) return {};
  if (!filter_->strategies_differ() && chosen_from_.data() == all.data()) return strategies_;
  chosen_from_ = all;
  strategies_.clear();
  for (const std::uint32_t strategy : all)
    if (filter_->takes_strategy(strategy, instance.platform, instance.workload)) strategies_.push_back(strategy);
  return strategies_;
}

bool InstanceStream::in_shard(const Instance& instance) const {
  if (shard_.count == 1) return true;
  const std::uint64_t mixed =
      platform_hash_[instance.platform] * 0x9E3779B97F4A7C15U + workload_hash_[instance.workload];
  return (mixed >> 32U) % shard_.count + 1 == shard_.index;
}

void refuse_empty_selection(const Study& study, Selection selection) {
  if (selection.where.empty()) return;
  selection.shard = {};  // one of many shards may have nothing to do
  if (selection.sample >= study.instance_count()) selection.sample = 0;
  if (InstanceStream(study, selection).next()) return;
  const std::string where = std::move(selection.where);
  selection.where.clear();
  throw UserError(
      fmt::format("--where {} holds for no scenario of {}{}", where, study.name,
                  selection.everything()
                      ? fmt::format("; its scenarios: palio plan {} --list 10", study.path)
                      : fmt::format("'s sample of {} instances; take a larger one", count_text(selection.sample))));
}

}  // namespace palio
