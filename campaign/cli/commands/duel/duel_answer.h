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
  std::string folder;  // that the worst instance of one contest is written to; empty: none
  DuelDates dates = DuelDates::planned;
};

/// The worst instance of one contest in words for people, or as a row; writes its files.
void tell_duel(const DuelAnswer& answer, const Contest& contest, Format format);

/// A row for each contest; for people one for each strategy, against all others.
void tell_duels(const DuelAnswer& answer, const std::vector<Contest>& contests, Format format);

}  // namespace palio
