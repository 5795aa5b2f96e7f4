#pragma once

#include <filesystem>
#include <string>

#include "campaign/study/study.h"
#include "core/identity/engine_choice.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// The engine of a campaign's results, the default one before there are any. Throws UserError for an unknown one.
const EngineChoice& engine_of(const CampaignReader& campaign);

/// Whether a campaign holds bags of tasks, or workloads from files, which may be bags.
bool may_have_bags(const CampaignReader& reader);

/// The engine as typed, else the study's, else that of the campaign in `database`, else the default one. Throws
/// UserError where the campaign's results are another engine's, and where it cannot simulate a platform of the study.
const EngineChoice& engine_for(const std::string& typed, const Study& study, const std::string& database);

/// Throws UserError where `database` has results of an engine version whose dates may differ from those of `version`.
void refuse_other_version(const EngineChoice& engine, const std::string& version,
                          const std::filesystem::path& database);

/// Throws UserError where the engine cannot simulate a platform of the study.
void refuse_foreign_platforms(const EngineChoice& engine, const Study& study);

}  // namespace palio
