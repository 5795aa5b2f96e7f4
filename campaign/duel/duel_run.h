#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "campaign/duel/duel_campaign.h"
#include "campaign/session/interruption.h"
#include "runners/client/engine_choice.h"

namespace palio {

/// What is searched, by which rules, and the campaign that stores the findings.
struct DuelRequest {
  std::vector<Duel> duels;
  StartSource platform, workload;
  SearchRules rules;
  std::int64_t seed = 1;
  std::int64_t restarts = 10;           // of each duel
  std::optional<DuelDates> dates = {};  // unset: planned where all strategies have plans to go by
  std::string engine = {};              // as typed; empty: the one that simulates the platform
  int jobs = 1;                         // searches side by side
  std::string database;
  StrategySet known = {};
};

/// All that the campaign holds now.
struct DuelResult {
  DuelRecord record;
  const EngineChoice& engine;  // of the duel's simulated dates, which is that of its campaign
  bool interrupted = false;    // before all restarts were searched
};

/// Runs the duels' study with that engine into the campaign; false: it cannot go on.
using StoreFound = std::function<bool(const Study& study, const EngineChoice& engine)>;

/// Searches the restarts that the campaign does not hold, wave by wave, and stores each wave. Throws UserError.
DuelResult search_duels(const DuelRequest& request, const StoreFound& store, Interruption& interruption);

}  // namespace palio
