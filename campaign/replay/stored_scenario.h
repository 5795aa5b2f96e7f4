#pragma once

#include <string>
#include <string_view>

#include "core/identity/canonical.h"
#include "core/outcome.h"
#include "runners/wire/execution.h"
#include "storage/read/campaign_reader.h"
#include "strategies/strategy_set.h"

namespace palio {

/// The stored scenario whose id (column `scenario` of the view results) was typed, or its first digits. Throws
/// UserError: for several, naming some; for none, saying which of its keys the campaign does not know and naming the
/// nearest stored scenarios.
ScenarioId find_scenario(const CampaignReader& reader, std::string_view typed);

/// A row of a campaign with everything that is needed to run it again.
struct StoredScenario {
  std::string id;  // column `scenario` of the view results
  Spec platform, workload;
  Recipe strategy;
  StrategySet known;  // with that strategy
  std::string platform_label, workload_label, strategy_label;
  Outcome outcome;
  double total_time = 0;  // s of CPU
  EngineInfo engine;
  std::string palio_version;
};

/// Reads all of it at one moment. Throws UserError for a missing row, for recipes that this Palio does not read as they
/// were written, and for a custom strategy whose code is not `given`.
StoredScenario read_scenario(const CampaignReader& reader, const ScenarioId& id, const StrategySet& given = {});

/// A stored platform or workload, from its canonical text. Throws like read_scenario().
Spec stored_platform(const CampaignReader& reader, const std::string& canonical);
Spec stored_workload(const CampaignReader& reader, const std::string& canonical);

}  // namespace palio
