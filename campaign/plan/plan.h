#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "campaign/plan/scenario_filter.h"
#include "campaign/study/study.h"

namespace palio {

/// One platform with one workload of a study, by position. Positions are only used within one run; what is stored is
/// known by the canonical text of its recipes.
struct Instance {
  std::uint32_t platform = 0;
  std::uint32_t workload = 0;

  auto operator<=>(const Instance&) const = default;
};

/// Part `index` (from 1) of `count` of a study. Membership follows from the instance's identity, not its position.
struct Shard {
  std::uint32_t index = 1;
  std::uint32_t count = 1;
};

/// Which scenarios of a study are wanted: those of the sample that lie in the shard and meet the condition.
struct Selection {
  std::uint64_t sample = 0;  // instances of the stratified sample; 0: all
  Shard shard = {};
  std::string where =
      {};  // SQL over the columns of the view `results` that are known before (ScenarioFilter); empty: all
  std::shared_ptr<const std::vector<Instance>> instances = {};  // of the sample, in its order; null: see drawn()

  bool everything() const { return sample == 0 && shard.count == 1 && where.empty(); }
};

/// The same with the instances of its sample, where it has one that is smaller than the study: whoever asks for them
/// more than once draws them before. Null is left: all are wanted.
Selection drawn(const Study& study, Selection selection);

/// The instances with wanted scenarios one after the other: platform by platform in the order of the study, or the
/// sample in its own order. Lazy: memory grows with the sample, not with the study. One thread.
class InstanceStream {
public:
  /// Throws UserError for a condition that is wrong.
  InstanceStream(const Study& study, const Selection& selection);

  std::optional<Instance> next();

  /// The strategies that are wanted on an instance, by position, ascending; until the next question.
  std::span<const std::uint32_t> strategies(const Instance& instance) const;

  /// Whether the selection's shard holds it.
  bool in_shard(const Instance& instance) const;
  /// Whether the shard holds it and the condition something of it.
  bool holds(const Instance& instance) const { return in_shard(instance) && !strategies(instance).empty(); }

private:
  Instance at(std::uint64_t position) const;

  const Study& study_;
  Shard shard_;
  std::uint64_t position_ = 0;
  std::uint64_t end_;
  std::shared_ptr<const std::vector<Instance>> sample_;       // null: all instances
  std::vector<std::uint64_t> platform_hash_, workload_hash_;  // with several shards only
  std::shared_ptr<ScenarioFilter> filter_;                    // null without a condition
  std::vector<std::uint32_t> platforms_, workloads_;          // that the condition takes; with one and no sample only
  mutable std::span<const std::uint32_t> chosen_from_;        // the last choice of strategies
  mutable std::vector<std::uint32_t> strategies_;             // what came out
};

/// Throws UserError when a condition leaves nothing of the study, or of the sample.
void refuse_empty_selection(const Study& study, Selection selection);

}  // namespace palio
