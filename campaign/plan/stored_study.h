#pragma once

#include <memory>
#include <string>

#include "campaign/plan/missing_jobs.h"
#include "campaign/study/study.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// The campaign in a file; nothing if there is none, or if its creation was killed.
std::unique_ptr<CampaignReader> begun_campaign(const std::string& file);
/// The same before a run; also nothing for an unreadable file, since opening it to write says what is wrong.
std::unique_ptr<CampaignReader> campaign_before_run(const std::string& file);

/// The study of a campaign, from the database alone. Custom strategies can run where their code is `given`.
Study stored_study(const CampaignReader& reader, const StrategySet& given = {});
/// The same with a text that replaces the stored one and names no other files.
Study stored_study(const CampaignReader& reader, const std::string& text, const StrategySet& given);

/// The input files of a campaign's study. The reader must outlive it.
FileSource stored_files(const CampaignReader& reader);

/// Ids of a study's rows in the database; 0 for those that are not stored yet.
DimensionIds stored_ids(const Study& study, const CampaignReader& reader);

}  // namespace palio
