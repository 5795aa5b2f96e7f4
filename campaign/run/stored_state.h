#pragma once

#include <cstdint>

#include "campaign/costs/cost_model.h"
#include "campaign/plan/missing_jobs.h"
#include "campaign/plan/retries.h"
#include "campaign/run/campaign.h"

namespace palio {

/// What a session finds in its campaign.
struct StoredState {
  RetryList retries;
  DoneSet done;
  KnownCosts costs;
  CampaignState state;            // scenarios to run again count as missing
  std::int64_t stored_again = 0;  // those

  std::uint64_t missing() const { return state.wanted - state.stored; }
};

StoredState stored_state(const Study& study, const RunOptions& options, const DimensionIds& ids);

}  // namespace palio
