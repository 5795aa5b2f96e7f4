#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "campaign/study.h"

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

/// Which instances of a study are wanted.
struct Selection {
  std::uint64_t sample = 0;  // instances of the stratified sample; 0: all
  Shard shard;
};

/// The wanted instances one after the other: platform by platform in the order of the study, or the sample in its own
/// order. Lazy: memory grows with the sample, not with the study.
class InstanceStream {
public:
  InstanceStream(const Study& study, const Selection& selection);

  std::optional<Instance> next();

  /// Whether the selection's shard holds it.
  bool in_shard(const Instance& instance) const;

private:
  const Study& study_;
  Shard shard_;
  std::uint64_t position_ = 0;
  std::uint64_t end_;
  std::vector<Instance> sample_;                              // empty: all instances
  std::vector<std::uint64_t> platform_hash_, workload_hash_;  // with several shards only
};

}  // namespace palio
