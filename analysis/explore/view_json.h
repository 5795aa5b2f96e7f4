#pragma once

#include <string>

#include "analysis/explore/view_answer.h"

namespace palio {

/// What a page needs before it asks anything: metrics, strategies, axes with their levels.
std::string campaign_json(const ExploredCampaign& campaign);

/// All panels of a view, each with its SQL.
std::string view_json(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found);

/// What instances share, as "[[axis,level,those that have it,of all],...]".
std::string shared_json(const ExploredCampaign& campaign, const std::vector<SharedLevel>& shared);

/// The answer in a sentence.
std::string answer_text(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found);

/// The place of an instance by ratio, from 1, those before and after it; null where there is none.
std::string neighbours_json(const ExploredCampaign& campaign, std::vector<ComparedInstance> instances,
                            std::string_view name);

/// Of instances by ratio the share with at most each, in 400 steps: "[[ratio,share],...]".
std::string shares_json(const std::vector<ComparedInstance>& instances);

/// Of a campaign of duels: the restarts of the search that set the two strategies apart, each with the instance on
/// which it did so most, by ratio: "[[restart,instance,ratio],...]". Empty if no search was about these two.
std::string restarts_json(const ExploredCampaign& campaign, const View& view,
                          const std::vector<ComparedInstance>& instances);

}  // namespace palio
