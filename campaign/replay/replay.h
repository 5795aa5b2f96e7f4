#pragma once

#include <string>

#include "core/identity/canonical.h"
#include "core/outcome.h"
#include "runners/wire/protocol.h"
#include "runners/wire/simulated_scenario.h"
#include "storage/read/campaign_reader.h"
#include "strategies/strategy_set.h"

namespace palio {

/// A row of a campaign with everything that it takes to run it again.
struct StoredScenario {
  std::string id;  // column `scenario` of the view results
  Spec platform, workload;
  Recipe strategy;
  StrategySet known;  // with that strategy
  std::string platform_label, workload_label, strategy_label;
  Outcome outcome;
  std::string known_metrics;  // to the session that stored it; others are NULL
  double total_time = 0;      // s of CPU
  EngineInfo engine;
  std::string palio_version;
};

/// Reads all of it at one moment. Throws UserError for a row that is not there, for recipes that this Palio does not
/// read as they were written, and for a strategy of somebody's own code that is not `given`.
StoredScenario read_scenario(const CampaignReader& reader, const ScenarioId& id, const StrategySet& given = {});

/// What a run would allow a scenario to take, s of CPU time, as far as its row alone tells: 100 times what it took, at
/// least 60 s; 600 s for one that failed.
double replay_time_limit(const StoredScenario& scenario);

/// The request that runs a stored scenario again, from its recipes and stored input files alone.
RunRequest replay_request(const StoredScenario& scenario);

/// A completed scenario with its instance, built here as the worker built it.
SimulatedScenario simulated_scenario(const RunRequest& request, const EngineInfo& engine, ScenarioResult result,
                                     ScheduleDetail detail);

}  // namespace palio
