#pragma once

#include <cstdint>
#include <string>

#include "campaign/costs/cost_model.h"
#include "campaign/plan/missing_jobs.h"
#include "campaign/plan/retries.h"
#include "campaign/run/campaign.h"
#include "campaign/run/result_writer.h"

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

/// What a session runs: the study, how, the ids of its rows, and what is stored.
struct SessionScope {
  const Study& study;
  const RunOptions& options;
  const DimensionIds& ids;
  const StoredState& stored;
};

/// Runs what is missing and stores it; shows the meter meanwhile. Returns why --max-failures ended it; empty: it did
/// not.
std::string run_missing(const SessionScope& scope, ProgressMeter& meter, ResultStore& store,
                        Interruption& interruption);

}  // namespace palio
