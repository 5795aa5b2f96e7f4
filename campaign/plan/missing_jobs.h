#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "campaign/plan/done_set.h"
#include "campaign/plan/plan.h"

namespace palio {

/// An instance and the strategies that are still to run on it, by position.
struct MissingJob {
  Instance instance;
  std::vector<std::uint32_t> strategies;
};

/// What is missing of the wanted part of a study, one instance after the other. A few instances from all over the study
/// come first: they tell what the others will cost. Lazy.
class MissingJobs {
public:
  static constexpr std::uint64_t k_pilots = 32;  // instances

  MissingJobs(const Study& study, const Selection& selection, const DoneSet& done);

  std::optional<MissingJob> next();

private:
  std::optional<Instance> next_instance();

  const DoneSet& done_;
  InstanceStream stream_;
  std::vector<Instance> pilots_;  // sorted; empty for a sample, which begins everywhere by itself
  std::size_t next_pilot_ = 0;
};

}  // namespace palio
