#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/read/campaign_reader.h"

namespace palio {

/// Ids and canonical names of the "platform" or the "workload" table that results of the present study have: what a
/// changed study left behind is no draw of it.
std::vector<std::pair<std::int64_t, std::string>> drawn_entries(const CampaignReader& campaign, std::string_view table);

}  // namespace palio
