#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analysis/claims/verify.h"
#include "analysis/report/parts/figure.h"
#include "storage/read/campaign_reader.h"

namespace palio {

// The sections of a report as HTML; the queries need the functions of analysis/statistics.

/// Title, publication, date, how much of the campaign there is; notes where it is empty, unfinished, running or has
/// failures.
std::string head_section(const CampaignReader& campaign);
/// By strategy: completed, failed; over what all compared ones completed, means of a metric with intervals, medians,
/// factor behind the best; other metrics.
std::string headline_section(const CampaignReader& campaign, std::string_view metric);
/// What the study's paper says beside what was measured, in one reading if there are several; empty where no claims
/// about the study come with Palio.
std::string claims_section(const CampaignReader& campaign, const std::optional<CampaignReading>& reading);
/// Failed scenarios by what they have in common.
std::string failure_section(const CampaignReader& campaign);
/// CPU time and memory by strategy.
std::string cost_section(const CampaignReader& campaign);
/// Sessions with hosts, versions and dates; the seed.
std::string provenance_section(const CampaignReader& campaign);
/// The study file itself.
std::string study_section(const CampaignReader& campaign);

/// Whether figures come with what draws them.
enum class Drawing { charts, tables };

/// One figure: the chart, what it shows, its data as a table.
std::string figure_html(const Figure& figure, Drawing drawing);

}  // namespace palio
