#pragma once

#include <string>
#include <vector>

#include "campaign/duel/duel_search.h"
#include "campaign/plan/plan.h"
#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// An instance that a search found, as a campaign holds it.
struct FoundInstance {
  std::string target, base;  // labels
  std::int64_t restart = 0, evaluation = 0;
  double ratio = 0;
  Spec platform, workload;  // the workload's parameters include its lineage
};

std::vector<FoundInstance> found_instances(const SearchedUnit& searched, const StrategySet& known);

/// What a search was asked for and what it has found: the content of a duel's campaign.
struct DuelRecord {
  std::string settings;  // all that decides what a restart finds, except the strategies
  std::int64_t seed = 0;
  std::vector<Recipe> strategies;
  std::vector<FoundInstance> found;  // of whole restarts
};

/// The record of a campaign. Throws UserError if it is not a duel's, or has other settings.
DuelRecord stored_record(const CampaignReader& reader, const std::string& settings, const StrategySet& known);

/// The restarts that the record does not hold, duel by duel.
std::vector<SearchUnit> missing_units(const DuelRecord& record, const std::vector<Duel>& duels, std::int64_t restarts,
                                      const StrategySet& known);

/// The study of the found instances, whose text does not depend on their order, and its wanted scenarios: each instance
/// with its two strategies.
Study duel_study(DuelRecord record, const StrategySet& known);
Selection duel_selection();

std::vector<const FoundInstance*> worst_by_restart(const DuelRecord& record, const std::string& target,
                                                   const std::string& base);

/// An instance as the search had it.
DuelInstance instance_of(const FoundInstance& found);

/// The id of a scenario of it, as the column `scenario` of the view results has it.
std::string scenario_of(const FoundInstance& instance, const Recipe& strategy);

}  // namespace palio
