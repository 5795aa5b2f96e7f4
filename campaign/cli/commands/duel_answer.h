#pragma once

#include <string>
#include <vector>

#include "campaign/cli/output/table.h"
#include "campaign/duel/duel_campaign.h"
#include "campaign/duel/judge.h"
#include "runners/client/engine_choice.h"

namespace palio {

/// What is told of the duels in a campaign.
struct DuelAnswer {
  const DuelRecord& record;
  const StrategySet& known;
  std::string database;
  std::string folder;  // that the worst instance of one duel is written to; empty: none
  std::string page;    // HTML file that tells of it; empty: none
  std::int64_t evaluations = 0;
  const EngineChoice& engine;  // that carries schedules out for the page
};

/// An instance as the search had it.
DuelInstance instance_of(const FoundInstance& found);

/// The worst instance of one duel in words for people, or as a row; writes its files and the page.
void tell_duel(const DuelAnswer& answer, const Duel& duel, Format format);

/// A row for each duel; for people one for each strategy, against all others.
void tell_duels(const DuelAnswer& answer, const std::vector<Duel>& duels, Format format);

}  // namespace palio
