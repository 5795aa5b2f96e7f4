#pragma once

#include <string>
#include <string_view>

#include "analysis/explore/view.h"

namespace palio {

// The statements that give the numbers of a view, for `palio query` with the same campaigns.

/// The first strategy over the second: a row.
std::string answer_sql(const ExploredCampaign& campaign, const View& view);
/// The same for each cell of rows and columns.
std::string cells_sql(const ExploredCampaign& campaign, const View& view);
/// Every strategy behind the best of each instance.
std::string strategies_sql(const ExploredCampaign& campaign, const View& view);
/// Their means of a metric that holds a result against a bound or an optimum, over the same instances.
std::string bounds_sql(const ExploredCampaign& campaign, const View& view, std::string_view metric);
/// The first strategy over the second by the levels of an axis, without the filter of that axis, and what they explain.
std::string turn_sql(const ExploredCampaign& campaign, const View& view, std::size_t axis);
/// The instances by ratio, the least first, those in the brush if there is one.
std::string instances_sql(const ExploredCampaign& campaign, const View& view);

}  // namespace palio
