#pragma once

#include <cstdint>
#include <optional>

#include "campaign/replay/stored_scenario.h"
#include "runners/wire/protocol.h"
#include "runners/wire/simulated_scenario.h"

namespace palio {

/// What a run would allow a scenario to take, s of CPU time, as far as its row alone tells: 100 times what it took, at
/// least 60 s; 600 s for one that failed.
double replay_time_limit(const StoredScenario& scenario);

/// The request that runs a stored scenario again, from its recipes and stored input files alone.
RunRequest replay_request(const StoredScenario& scenario);

/// A completed scenario with its instance, built here as the worker built it.
SimulatedScenario simulated_scenario(const RunRequest& request, const EngineInfo& engine, ScenarioResult result,
                                     ScheduleDetail detail);

}  // namespace palio
