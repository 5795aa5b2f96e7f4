#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "campaign/plan/done_set.h"
#include "campaign/plan/plan.h"

namespace palio {

/// How many scenarios a selection wants, how many of them are stored, and how many instances they belong to.
struct CampaignState {
  std::uint64_t wanted = 0;
  std::uint64_t stored = 0;
  std::uint64_t instances = 0;
};
CampaignState count_state(const Study& study, const Selection& selection, const DoneSet& done);

/// The same with a look at each: calls `visit(instance, strategy)` for those that are missing, in the stream's order.
template <class Visit>
CampaignState for_each_missing(const Study& study, const Selection& selection, const DoneSet& done, Visit visit) {
  CampaignState state;
  InstanceStream stream(study, selection);
  while (const std::optional<Instance> instance = stream.next()) {
    ++state.instances;
    for (const std::uint32_t s : stream.strategies(*instance)) {
      ++state.wanted;
      if (done.contains(*instance, s))
        ++state.stored;
      else
        visit(*instance, s);
    }
  }
  return state;
}

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
