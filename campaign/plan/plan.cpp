#include "campaign/plan/plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/identity/random_stream.h"
#include "core/text/count_text.h"
#include "core/text/talk.h"

namespace palio {
namespace {

// The positions, from 0, that are kept.
template <class Kept>
std::vector<std::uint32_t> positions(std::size_t count, Kept kept) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t position = 0; position < count; ++position)
    if (kept(position)) result.push_back(position);
  return result;
}

// The weight of the wanted scenarios of each instance; integers, so that sums are the same in any order.
std::vector<std::uint64_t> weights_of(const std::vector<Instance>& instances, const InstanceStream& stream,
                                      const ScenarioWeights& factors) {
  std::vector<double> weights;
  for (const Instance& instance : instances) {
    double strategies = 0;
    for (const std::uint32_t s : stream.strategies(instance)) strategies += factors.strategy[s];
    weights.push_back(factors.platform[instance.platform] * factors.workload[instance.workload] * strategies);
  }
  constexpr int k_bits = 40;  // of the heaviest: the sum of all fits
  int exponent = 0;
  std::frexp(weights.empty() ? 1 : std::ranges::max(weights), &exponent);
  std::vector<std::uint64_t> whole;
  for (const double weight : weights)
    whole.push_back(1 + static_cast<std::uint64_t>(std::ldexp(weight, k_bits - exponent)));
  return whole;
}

// The first instances of the sampling order that the study's conditions take. Where the conditions pair platforms with
// workloads, the order of hashes: of many pairs hardly one may be in a sample of the product.
std::vector<Instance> filtered_sample(const Study& study, std::uint64_t count) {
  InstanceStream in_study(study, {});
  std::vector<Instance> sample;
  if (auto pairs = ScenarioFilter(study).equal_instances()) {
    std::erase_if(*pairs, [&](const Instance& instance) { return !in_study.holds(instance); });
    const auto hash = [&](const Instance& at) {
      return hash64(canonical_text(study.platforms[at.platform].recipe) + ' ' +
                        canonical_text(study.workloads[at.workload].recipe),
                    static_cast<std::uint64_t>(study.seed));
    };
    std::vector<std::pair<std::uint64_t, Instance>> order;
    for (const Instance& instance : *pairs) order.emplace_back(hash(instance), instance);
    std::ranges::sort(order);
    for (const auto& [place, instance] : order)
      if (sample.size() < count) sample.push_back(instance);
    return sample;
  }
  const auto take = [&](const std::vector<Instance>& order) {
    sample.clear();
    for (const Instance& instance : order)
      if (sample.size() < count && in_study.holds(instance)) sample.push_back(instance);
  };
  // Looked at, if the conditions leave many instances, but few of those.
  constexpr std::uint64_t k_most = std::uint64_t{1} << 22U, k_quick = std::uint64_t{1} << 18U;
  for (std::uint64_t looked_at = count;; looked_at *= 4) {
    take(stratified_sample(study, looked_at));
    if (sample.size() == count || looked_at >= std::max(count, std::min(k_most, study.instance_count()))) return sample;
    const auto few = looked_at == 4 * count ? ScenarioFilter(study).few_instances() : std::nullopt;
    if (few) {
      take(stratified_order(study, *few));
      return sample;
    }
    if (looked_at <= k_quick && 4 * looked_at > k_quick)
      talk("palio: {}: few instances meet this, so drawing the sample may take half a minute\n",
           conditions_text(study));
  }
}

// The wanted instances that the shard has.
std::vector<Instance> part_of(const Study& study, const Selection& selection) {
  Selection undivided = selection;
  undivided.shard = {};
  const Shard& shard = selection.shard;
  InstanceStream stream(study, undivided);
  std::vector<Instance> all;
  while (const std::optional<Instance> instance = stream.next()) {
    all.push_back(*instance);
    if (shard.rule == ShardRule::costs && all.size() > k_most_weighed)
      throw UserError(
          "--costs weighs at most {} instances, but more of {} are wanted: leave it out; so many are dealt evenly "
          "without it",
          count_text(k_most_weighed), study.name);
  }
  std::vector<Instance> part;
  if (shard.rule == ShardRule::costs) {
    for (const std::size_t at : greedy_part(weights_of(all, stream, *selection.weights), shard))
      part.push_back(all[at]);
  } else {
    const Rounds rounds(shard);
    for (std::uint64_t round = 0; rounds.position(round) < all.size(); ++round)
      part.push_back(all[rounds.position(round)]);
  }
  return part;
}

}  // namespace

std::string conditions_text(const Study& study) {
  return study.conditions.empty() ? "the platforms that its strategies take"
                                  : fmt::format("where {}", fmt::join(study.conditions, " AND "));
}

Selection drawn(const Study& study, Selection selection) {
  if (!selection.instances && selection.sample > 0 && selection.sample < study.instance_count())
    selection.instances = std::make_shared<std::vector<Instance>>(
        study.is_filtered() ? filtered_sample(study, selection.sample) : stratified_sample(study, selection.sample));
  const bool listed = selection.instances || selection.shard.rule == ShardRule::costs;
  if (!selection.part && selection.shard.count > 1 && listed)
    selection.part = std::make_shared<std::vector<Instance>>(part_of(study, selection));
  return selection;
}

InstanceStream::InstanceStream(const Study& study, const Selection& given)
    : study_(study), end_(study.instance_count()) {
  const Selection selection = drawn(study, given);
  list_ = selection.part ? selection.part : selection.instances;
  if (list_) end_ = list_->size();
  if (study.is_filtered() || !selection.where.empty()) {
    filter_ = std::make_shared<ScenarioFilter>(study, selection.where);
    platforms_ = positions(study.platforms.size(), [&](std::uint32_t p) { return filter_->takes_platform(p); });
    workloads_ = positions(study.workloads.size(), [&](std::uint32_t w) { return filter_->takes_workload(w); });
    // "platform_digest = network" needs no look at all pairs. Shards by --where alone are dealt from the product.
    if (!list_ && (selection.shard.count == 1 || study.is_filtered()))
      if (auto equal = filter_->equal_instances()) {
        list_ = std::make_shared<std::vector<Instance>>(std::move(*equal));
        is_listed_by_filter_ = true;
      }
    end_ = list_ ? list_->size() : std::uint64_t{platforms_.size()} * workloads_.size();
  }
  if (selection.shard.count > 1 && (!list_ || is_listed_by_filter_)) rounds_.emplace(selection.shard);
}

// In the order of next_candidate(); nothing where the condition leaves out its platform or its workload.
std::optional<std::uint64_t> InstanceStream::position_of(const Instance& instance) const {
  if (!filter_) return std::uint64_t{instance.platform} * study_.workloads.size() + instance.workload;
  if (list_) {  // in order
    const auto found = std::ranges::lower_bound(*list_, instance);
    if (found == list_->end() || *found != instance) return std::nullopt;
    return static_cast<std::uint64_t>(found - list_->begin());
  }
  const auto platform = std::ranges::lower_bound(platforms_, instance.platform);
  const auto workload = std::ranges::lower_bound(workloads_, instance.workload);
  if (platform == platforms_.end() || *platform != instance.platform) return std::nullopt;
  if (workload == workloads_.end() || *workload != instance.workload) return std::nullopt;
  return static_cast<std::uint64_t>(platform - platforms_.begin()) * workloads_.size() +
         static_cast<std::uint64_t>(workload - workloads_.begin());
}

std::optional<Instance> InstanceStream::next_candidate() {
  const std::uint64_t position = rounds_ ? rounds_->position(next_) : next_;
  if (position >= end_) return std::nullopt;
  ++next_;
  if (list_) return (*list_)[position];
  const std::uint64_t row = filter_ ? workloads_.size() : study_.workloads.size();
  const auto platform = static_cast<std::uint32_t>(position / row),
             workload = static_cast<std::uint32_t>(position % row);
  return filter_ ? Instance{platforms_[platform], workloads_[workload]} : Instance{platform, workload};
}

std::optional<Instance> InstanceStream::next() {
  while (const std::optional<Instance> instance = next_candidate()) {
    if (!filter_ || !strategies(*instance).empty()) return instance;
  }
  return std::nullopt;
}

bool InstanceStream::holds(const Instance& instance) const {
  if (filter_ && strategies(instance).empty()) return false;
  if (rounds_) {
    const std::optional<std::uint64_t> position = position_of(instance);
    return position && rounds_->has(*position);
  }
  if (!list_) return true;
  if (sorted_.size() != list_->size()) {
    sorted_ = *list_;
    std::ranges::sort(sorted_);
  }
  return std::ranges::binary_search(sorted_, instance);
}

std::optional<std::uint64_t> InstanceStream::size() const {
  if (filter_) return std::nullopt;
  return rounds_ ? rounds_->count_below(end_) : end_;
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

void refuse_empty_selection(const Study& study, Selection selection) {
  if (selection.where.empty() && !study.is_filtered()) return;
  selection.shard = {};  // one of many shards may have nothing to do
  selection.part = nullptr;
  if (selection.sample >= study.instance_count()) selection.sample = 0;
  if (InstanceStream(study, selection).next()) return;
  if (selection.where.empty() && selection.sample == 0)
    throw UserError("{}: its conditions leave no scenario: {}", study.path, conditions_text(study));
  const std::string where = std::move(selection.where);
  selection.where.clear();
  throw UserError("{} is true for no scenario of {}{}", where.empty() ? conditions_text(study) : "--where " + where,
                  study.name,
                  selection.everything()
                      ? fmt::format("; its scenarios: palio plan {} --list 10", brief_shell_word(study.path))
                      : fmt::format("'s sample of {} instances; take a larger one", count_text(selection.sample)));
}

}  // namespace palio
