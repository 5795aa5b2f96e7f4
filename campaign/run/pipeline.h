#pragma once

#include <string>

#include "campaign/run/campaign.h"
#include "campaign/run/result_writer.h"
#include "campaign/run/stored_state.h"

namespace palio {

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
