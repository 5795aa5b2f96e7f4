#pragma once

#include <string>
#include <vector>

#include "campaign/cli/output/table.h"
#include "campaign/duel/duel_campaign.h"
#include "campaign/duel/judge.h"

namespace palio {

/// What is told of the duels in a campaign.
struct DuelAnswer {
  const DuelRecord& record;
  const StrategySet& known;
  std::string database;
  std::string folder;  // that the worst instance of one duel is written to; empty: none
  DuelDates dates = DuelDates::planned;
};

/// The worst instance of one duel in words for people, or as a row; writes its files.
void tell_duel(const DuelAnswer& answer, const Duel& duel, Format format);

/// A row for each duel; for people one for each strategy, against all others.
void tell_duels(const DuelAnswer& answer, const std::vector<Duel>& duels, Format format);

}  // namespace palio
