#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "campaign/plan/missing_jobs.h"
#include "campaign/plan/plan.h"
#include "campaign/plan/retries.h"
#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// What a run would do with a scenario, and why.
struct Reason {
  enum class Decision { run, skip };
  Decision decision = Decision::run;
  std::string why;

  auto operator<=>(const Reason&) const = default;
};

std::string_view to_text(Reason::Decision decision);

/// Says for every scenario of a study why it would run or not: 16 bytes for each stored one.
class Explanation {
public:
  /// Of a study of which nothing is stored.
  Explanation(const Study& study, const Selection& selection);

  /// Takes what a campaign file holds.
  void read(const CampaignReader& reader, const RetryChoice& retry);

  /// The strategy must take the instance's workload.
  const Reason& reason(const Instance& instance, std::size_t strategy) const;

  /// Whether the selection has scenarios of it.
  bool wanted(const Instance& instance) const { return wanted_.holds(instance); }

  /// The number of scenarios by reason; the numbers add up to the study.
  std::map<Reason, std::uint64_t> summary() const;

private:
  static constexpr std::uint32_t k_never_run = 0, k_outside_sample = 1, k_outside_shard = 2, k_outside_where = 3,
                                 k_outside_study = 4;

  struct Stored {
    ScenarioPosition position;
    std::uint32_t reason;
  };
  std::uint32_t number(const Reason& reason);
  std::uint32_t stored_number(const Instance& instance, std::size_t strategy) const;

  const Study& study_;
  Selection selection_;
  InstanceStream wanted_;
  InstanceStream in_study_;       // whatever the selection
  std::vector<Instance> sample_;  // sorted; empty: all
  std::vector<Reason> reasons_;
  std::vector<Stored> stored_;  // sorted by position
};

}  // namespace palio
