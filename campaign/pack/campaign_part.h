#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "campaign/plan/plan.h"
#include "storage/read/campaign_reader.h"
#include "strategies/strategy_set.h"

namespace palio {

/// 1 % of a number of instances, at least 20, at most 1,000: enough to meet every stratum, and soon simulated.
std::uint64_t usual_part(std::uint64_t instances);

/// The instances of a campaign that have results, in the order of its study's stratified sample.
std::vector<Instance> stored_instances(const CampaignReader& reader, const Study& study);

/// A path without what would leave a folder: /a/../b and ../b are b.
std::filesystem::path inside(const std::filesystem::path& path);

/// The input files of a campaign's study, as the campaign keeps them, by their paths in an artifact.
std::map<std::string, std::string> input_texts(const CampaignReader& reader);

/// Drops all results of a campaign but those of the first `instances` of stored_instances(); what remains is a campaign
/// that `palio run --sample` of the same study could have made.
void keep_part(const std::filesystem::path& database, std::uint64_t instances);

}  // namespace palio
