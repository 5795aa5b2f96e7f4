#pragma once

#include <string>

#include "storage/read/queried_campaign.h"

namespace palio {

/// One sentence: which strategy is nearest to the best of each instance by a metric, and by how much. Empty if fewer
/// than two can be compared. The campaign has the query functions.
std::string leader_text(const QueriedCampaign& campaign, const std::string& metric);

/// Whether every instance was searched to be bad for one strategy. Their means, ranks and tests only describe the
/// search.
bool is_searched(const QueriedCampaign& campaign);

}  // namespace palio
