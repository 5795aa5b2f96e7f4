#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "campaign/executor.h"
#include "campaign/failure_limit.h"
#include "campaign/interruption.h"
#include "campaign/memory_limit.h"
#include "campaign/plan.h"
#include "campaign/progress.h"
#include "campaign/retries.h"
#include "campaign/study.h"

namespace palio {

struct RunOptions {
  std::string database;
  int jobs = 1;
  Selection selection;
  RetryChoice retry = {};          // failed scenarios that run again
  FailureLimit max_failures = {};  // when to give up
  std::optional<double> time_limit =
      {};                         // s of wall time per scenario; 0: none; unset: relative to what its kind takes
  MemoryLimit memory_limit = {};  // per process of a scenario
  ProgressDisplay::Mode progress = ProgressDisplay::Mode::automatic;
  EngineInfo engine;  // recorded with the session
  CampaignRequest request =
      {};  // as it was typed, for palio resume; selection, time limit and engine are taken from above
  Executor::MakeRunner make_runner;
};

struct RunSummary {
  std::uint64_t planned = 0;        // scenarios this session set out to run
  std::uint64_t stored_before = 0;  // of the wanted ones
  std::uint64_t completed = 0;      // by this session
  std::uint64_t failed = 0;         // by this session
  std::uint64_t stale = 0;          // stored results that the study does not want
  bool interrupted = false;
  std::string hopeless = {};  // why --max-failures ended the session; empty: it did not
  double seconds = 0;
};

/// Runs what is missing of the wanted part of a study and stores it; run it again to resume. Throws UserError before
/// anything runs, InternalError when results cannot be stored; what was committed stays.
RunSummary run_campaign(const Study& study, const RunOptions& options, Interruption& interruption);

}  // namespace palio
