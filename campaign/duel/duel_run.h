#pragma once

#include <optional>
#include <string>
#include <vector>

#include "campaign/duel/duel_campaign.h"
#include "campaign/run/campaign.h"
#include "campaign/run/typed_run.h"
#include "campaign/session/interruption.h"
#include "core/identity/engine_choice.h"

namespace palio {

/// What is searched, by which rules, and the campaign that stores the findings.
struct DuelRequest {
  std::vector<Duel> duels;
  StartSource platform, workload;
  SearchRules rules;
  std::int64_t seed = 1;
  std::int64_t restarts = 10;           // of each duel
  std::optional<DuelDates> dates = {};  // unset: planned where all strategies have plans to go by
  TypedRun run = {};  // of the instances found; its engine is empty for the one that simulates the platform, its jobs
                      // are also the searches side by side
  StrategySet known = {};
};

/// All that the campaign holds now.
struct DuelResult {
  DuelRecord record;
  const EngineChoice& engine;  // of the duel's simulated dates, which is that of its campaign
  RunSummary stored = {};      // the last run of what was found, with the failures of all
  bool interrupted = false;    // before all restarts were searched
};

/// Searches the restarts that the campaign does not hold, wave by wave, and runs what each wave found. Throws
/// UserError.
DuelResult search_duels(const DuelRequest& request, Interruption& interruption);

}  // namespace palio
