#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "campaign/shards/shard.h"
#include "campaign/study/scenario_filter.h"
#include "campaign/study/study.h"

namespace palio {

/// Which scenarios of a study are wanted: those of the sample that meet the condition, and of these the shard's.
struct Selection {
  std::uint64_t sample = 0;  // instances of the stratified sample; 0: all
  Shard shard = {};
  std::string where = {};  // SQL over the columns of `results` that are known before a run (ScenarioFilter); empty: all
  std::shared_ptr<const ScenarioWeights> weights = {};  // for shards by ShardRule::costs
  using Instances = std::shared_ptr<const std::vector<Instance>>;
  Instances instances = {};  // of the sample, in its order; null: see drawn()
  Instances part = {};       // wanted ones of the shard, in the order of study or sample; null: see drawn()

  bool everything() const { return sample == 0 && shard.count == 1 && where.empty(); }
};

/// Whether nothing restricts the scenarios: neither the selection nor the study's conditions.
inline bool wants_all(const Study& study, const Selection& selection) {
  return selection.everything() && !study.is_filtered();
}

/// What a filtered study demands of its scenarios, for messages.
std::string conditions_text(const Study& study);

/// The first `count` instances of the study's sampling order, which its seed fixes: a larger sample starts with the
/// smaller one.
///
/// The order is stratified: the instances form a tree whose levels are the axes of platforms and workloads in turn
/// (sample numbers last). Instances that share all draws and differ only in how they are executed (tcp_gamma) are one
/// leaf and follow each other. Every prefix of the order holds the proportional share of each branch, to within one
/// instance of the branch's parent; the hash of the seed and the branch decides which. Memory and time grow with
/// `count`, not with the study.
std::vector<Instance> stratified_sample(const Study& study, std::uint64_t count);

/// The same instances, each once, in the sampling order. Memory and time grow with their number, not with the study.
std::vector<Instance> stratified_order(const Study& study, const std::vector<Instance>& instances);

/// The most instances that ShardRule::costs weighs, since it holds all of them in memory. More are dealt evenly without
/// it.
inline constexpr std::uint64_t k_most_weighed = std::uint64_t{1} << 20U;

/// The same selection with lists of the instances of its sample and of its shard if arithmetic does not give them: draw
/// them once if they are needed more than once. Throws UserError for more instances than can be weighed.
Selection drawn(const Study& study, Selection selection);

/// The instances with wanted scenarios: platform by platform in the order of the study, or the sample in its own order.
/// Lazy: memory grows with the sample or with what is weighed, time with what the shard holds. One thread.
class InstanceStream {
public:
  /// Throws UserError for a condition that is wrong, and as drawn() does.
  InstanceStream(const Study& study, const Selection& selection);

  std::optional<Instance> next();

  /// The strategies that the condition wants on an instance, by position, ascending; valid until the next call.
  std::span<const std::uint32_t> strategies(const Instance& instance) const;

  /// Whether it is one of the stream's.
  bool holds(const Instance& instance) const;

  /// The number of instances, if it is known without enumerating them.
  std::optional<std::uint64_t> size() const;

private:
  std::optional<Instance> next_candidate();
  std::optional<std::uint64_t> position_of(const Instance& instance) const;

  const Study& study_;
  std::uint64_t next_ = 0;                              // position in the list, round, or position in the study
  std::uint64_t end_;                                   // positions in the list or the study
  Selection::Instances list_;                           // null: all instances, or what rounds make of them
  bool is_listed_by_filter_ = false;                    // in the order of the study
  std::optional<Rounds> rounds_;                        // of the positions; with several shards
  std::shared_ptr<ScenarioFilter> filter_;              // null without a condition
  std::vector<std::uint32_t> platforms_, workloads_;    // that the condition takes; with one and no list only
  mutable std::vector<Instance> sorted_;                // the list, from the first call of holds() on
  mutable std::span<const std::uint32_t> chosen_from_;  // the last choice of strategies
  mutable std::vector<std::uint32_t> strategies_;       // what came out
};

/// Throws UserError when a condition leaves nothing of the study, or of the sample.
void refuse_empty_selection(const Study& study, Selection selection);

}  // namespace palio
