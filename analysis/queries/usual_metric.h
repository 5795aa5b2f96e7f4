#pragma once

#include <string>
#include <string_view>

#include "storage/read/queried_campaign.h"

namespace palio {

/// The metric that a study names for its comparisons; empty: none, or no study. A text that is no TOML names none.
std::string metric_of_study(std::string_view study_text);

/// Whether a result has a value of the metric.
bool has_values(const QueriedCampaign& campaign, std::string_view metric);

/// The metric by which strategies are compared unless a reader names one: the study's, if results have it; else
/// mean_makespan where all workloads are uncertain; else makespan.
std::string usual_metric(const QueriedCampaign& campaign);

/// What a reader must know about a comparison by that metric of this campaign: "the study's metric", "over the
/// realizations"; empty: nothing.
std::string metric_remark(const QueriedCampaign& campaign, std::string_view metric);

/// "maximum stretch" for max_stretch.
std::string metric_words(std::string_view metric);

/// The metric in words, with that remark in parentheses: "maximum stretch (the study's metric)".
std::string metric_title(const QueriedCampaign& campaign, std::string_view metric);

}  // namespace palio
