#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "campaign/replay/stored_scenario.h"
#include "campaign/run/auditing_runner.h"
#include "runners/wire/protocol.h"
#include "runners/wire/simulated_scenario.h"

namespace palio {

/// The time limit of a run for a scenario, s of CPU time, judging from its row alone: 100 times what it took, at least
/// 60 s; 600 s for one that failed.
double replay_time_limit(const StoredScenario& scenario);

/// The request that runs a stored scenario again, from its recipes and stored input files alone, and asks for the
/// metrics of realizations if they are stored.
RunRequest replay_request(const StoredScenario& scenario);

/// A completed scenario with its instance, built here as the worker built it.
SimulatedScenario simulated_scenario(const RunRequest& request, const EngineInfo& engine, ScenarioResult result,
                                     ScheduleDetail detail);

/// Throws UserError unless the workload has the realization whose schedule is wanted.
void refuse_missing_realization(const RunRequest& request);

/// A value that differs from the stored one. NULL: it does not apply.
struct ReplayDifference {
  std::string what;  // "makespan", "outcome", "application 2: finish"
  SqlValue stored, replayed;
};

/// How far apart, relative to the larger one, equal values of one engine may be.
constexpr double k_same_bits = 0;  // k_same_dates: those of two

/// Compares outcome, metrics, applications and realizations, these if they are stored; SQLite knows no sign of zero.
/// Failures are equal if they are of one kind: their messages may tell of processes and addresses. Costs differ from
/// run to run and do not count.
std::vector<ReplayDifference> differences(const Outcome& stored, const Outcome& replayed,
                                          double tolerance = k_same_bits);

/// The word of an outcome: "completed" or the kind of the failure.
std::string_view outcome_word(const Outcome& outcome);

}  // namespace palio
