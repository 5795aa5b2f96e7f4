#pragma once

#include <vector>

#include "analysis/claims/verify.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// The readings of a campaign's study.
std::vector<CampaignReading> stored_readings(const CampaignReader& reader);

}  // namespace palio
