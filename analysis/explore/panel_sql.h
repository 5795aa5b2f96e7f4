#pragma once

#include <string>

#include "analysis/explore/view.h"

namespace palio {

// The statements that give the numbers of a view, for `palio query` with the same campaigns.

/// The first strategy over the second: a row.
std::string answer_sql(const ExploredCampaign& campaign, const View& view);
/// The same for each cell of rows and columns.
std::string cells_sql(const ExploredCampaign& campaign, const View& view);
/// Every strategy over the second.
std::string strategies_sql(const ExploredCampaign& campaign, const View& view);
/// How many instances have each level of an axis, without the filter of that axis.
std::string histogram_sql(const ExploredCampaign& campaign, const View& view, std::size_t axis);
/// The instances by ratio, the least first, those in the brush if there is one.
std::string instances_sql(const ExploredCampaign& campaign, const View& view);

}  // namespace palio
