#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "campaign/plan/plan.h"
#include "storage/read/campaign_reader.h"
#include "strategies/strategy_set.h"

namespace palio {

/// 1 % of a number of instances, at least 20, at most 1,000: enough to meet every stratum, and soon simulated.
std::uint64_t usual_part(std::uint64_t instances);

/// The instances of a campaign that have results, in the order of its study's stratified sample.
std::vector<Instance> stored_instances(const CampaignReader& reader, const Study& study);

/// Drops all results of a campaign but those of the first `instances` of stored_instances(); what remains is a campaign
/// that `palio run --sample` of the same study could have made.
void keep_part(const std::filesystem::path& database, std::uint64_t instances);

}  // namespace palio
