#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analysis/claims/verify.h"
#include "campaign/plan/missing_jobs.h"
#include "campaign/plan/retries.h"
#include "campaign/study/dimension_rows.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// The campaign in a file; nothing if there is none, or if its creation was killed.
std::unique_ptr<CampaignReader> begun_campaign(const std::string& file);
/// The same before a run; also nothing for an unreadable file, since opening it to write says what is wrong.
std::unique_ptr<CampaignReader> campaign_before_run(const std::string& file);

/// What a run keeps of its results: what is typed (`--keep`; empty: nothing is), and what the campaign in `database`
/// keeps already. Throws UserError where the campaign has results without what is typed.
Kept kept_for(const std::string& typed, const std::string& database);

/// The study of a campaign, from the database alone. Custom strategies can run where their code is `given`.
Study stored_study(const CampaignReader& reader, const StrategySet& given = {});
/// The same with a text that replaces the stored one and names no other files.
Study stored_study(const CampaignReader& reader, const std::string& text, const StrategySet& given);

/// The input files of a campaign's study. The reader must outlive it.
FileSource stored_files(const CampaignReader& reader);

/// Ids of a study's rows in the database; 0 for those that are not stored yet.
DimensionIds stored_ids(const Study& study, const CampaignReader& reader);

/// Whether a campaign holds bags of tasks, or workloads from files, which may be bags.
bool may_have_bags(const CampaignReader& reader);

/// What Palio's strategies of a campaign schedule: "task graphs".
std::set<std::string> stored_kinds(const CampaignReader& reader);

/// The readings of a campaign's study.
std::vector<CampaignReading> stored_readings(const CampaignReader& reader);

/// The scenarios of a study that are stored, completed or failed, except those to be run again.
DoneSet read_done(const Study& study, const DimensionIds& ids, const CampaignReader& reader,
                  const RetryList& retries = {});

}  // namespace palio
