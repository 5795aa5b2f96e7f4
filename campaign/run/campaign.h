#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "campaign/plan/plan.h"
#include "campaign/plan/retries.h"
#include "campaign/run/executor.h"
#include "campaign/run/limits.h"
#include "campaign/session/interruption.h"
#include "campaign/session/progress.h"
#include "campaign/study/study.h"
#include "core/shortage.h"
#include "runners/client/patience.h"

namespace palio {

struct RunOptions {
  std::string database;
  int jobs = 1;
  Selection selection;
  RetryChoice retry = {};                 // failed scenarios that run again
  FailureLimit max_failures = {};         // when to give up
  std::optional<double> time_limit = {};  // s of CPU time per scenario; 0: none; unset: relative to what its kind takes
  MemoryLimit memory_limit = {};          // per process of a scenario
  std::chrono::milliseconds patience = Patience::k_usual;  // while the machine lacks what storing results takes
  ProgressDisplay::Mode progress = ProgressDisplay::Mode::automatic;
  ProcessPer isolation = ProcessPer::group;
  Kept kept = Kept::metrics;
  EngineInfo engine;                    // recorded with the session
  std::vector<std::string> typed = {};  // how it was asked to run, besides the selection, for palio resume
  Executor::MakeRunner make_runner;
};

struct RunSummary {
  std::uint64_t planned = 0;        // scenarios this session set out to run
  std::uint64_t stored_before = 0;  // of the wanted ones
  std::uint64_t completed = 0;      // by this session
  std::uint64_t failed = 0;         // by this session
  std::uint64_t stale = 0;          // stored results that the study does not want
  bool interrupted = false;
  std::string gave_up = {};              // why --max-failures ended the session; empty: it did not
  std::string stopped = {};              // what the machine lacked, or what else stopped the session; empty: nothing
  std::optional<Resource> lacking = {};  // of stopped; nothing: it was something else
  double seconds = 0;
};

/// Runs and stores what is missing of the wanted part of a study; run it again to resume. A Hindrance ends the session
/// and is reported in the summary. Throws UserError before anything runs, and if the file is gone or damaged.
RunSummary run_campaign(const Study& study, const RunOptions& options, Interruption& interruption);

}  // namespace palio
