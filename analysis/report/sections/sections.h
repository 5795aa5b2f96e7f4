#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/claims/verify.h"
#include "analysis/report/parts/figure.h"
#include "analysis/report/parts/page.h"
#include "storage/read/campaign_reader.h"

namespace palio {

// The parts of a report; the queries need the functions of analysis/statistics. A section without a body is left out.

/// What goes above and below the answer at the top of the page, as HTML.
struct ReportHead {
  std::string title, state;
};

/// Title, publication, date, how complete the campaign is, notes on what is missing.
ReportHead head_section(const CampaignReader& campaign);
/// The same of campaigns that are read as one.
ReportHead union_head(const CampaignReader& united, std::span<const std::filesystem::path> files);
/// Which they are, how many results each has, which scenarios are in several and whether these agree.
ReportSection union_section(std::span<const std::filesystem::path> files, bool leaves_paper_out);
/// A section about each campaign, one below the other.
ReportSection of_each(std::span<const std::filesystem::path> files, ReportSection (*write)(const CampaignReader&));
/// By strategy: counts and, over the instances that all compared ones completed, means with intervals, medians, other
/// metrics.
ReportSection headline_section(const CampaignReader& campaign, std::string_view metric);
/// What the study's paper says next to what was measured, in one reading if there are several; empty if no claims about
/// the study come with Palio.
ReportSection claims_section(const CampaignReader& campaign, const std::optional<CampaignReading>& reading);
/// Failed scenarios by what they have in common.
ReportSection failure_section(const CampaignReader& campaign);
/// CPU time and memory by strategy.
ReportSection cost_section(const CampaignReader& campaign);
/// Sessions with hosts, versions and dates; the seed.
ReportSection provenance_section(const CampaignReader& campaign);
/// The study file itself.
ReportSection study_section(const CampaignReader& campaign);

/// The answer to a study's question as HTML; empty if no two can be compared.
std::string answer_html(const CampaignReader& campaign, const std::string& metric);

}  // namespace palio
