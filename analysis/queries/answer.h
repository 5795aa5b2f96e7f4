#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "storage/read/queried_campaign.h"

namespace palio {

/// How a text shows the name of a strategy.
using ShowName = std::string (*)(std::string_view name);

/// What a campaign answers to its study's question, in sentences that run, query, report and explore share.
struct CampaignAnswer {
  std::string verdict;               // "By makespan A is the best of 7 strategies"; empty: no two can be compared
  std::string grounds;               // what follows that: how it was measured, what the test says. "; ..., ... others."
  std::vector<std::string> remarks;  // whole sentences: criteria that disagree, who is not compared
  std::string next = "@summary";     // the ready query that shows more

  std::string sentence() const { return verdict + grounds; }
};

/// By a metric. The campaign has the query functions. Names are as they are unless told otherwise.
CampaignAnswer campaign_answer(
    const QueriedCampaign& campaign, const std::string& metric,
    ShowName show = [](std::string_view name) { return std::string(name); });

/// Whether every instance was searched to be bad for one strategy. Their means, ranks and tests only describe the
/// search.
bool is_searched(const QueriedCampaign& campaign);

}  // namespace palio
