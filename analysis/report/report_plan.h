#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/report/parts/figure_file.h"
#include "analysis/report/report.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// The figures of one section of a page.
struct PlannedFigures {
  std::string section, link, title;  // id, word in the navigation (empty: none), heading
  FigureFile file;
};

/// What a report about a campaign draws.
struct ReportPlan {
  std::string metric;                      // that strategies are compared by
  std::vector<PlannedFigures> sections;    // first what the answer is made from: `ranking`, or `duels` of a search
  bool searched = false;                   // every instance was searched by `palio duel`: nothing follows for others
  std::optional<CampaignReading> reading;  // that claims are measured in
};

/// Throws UserError for a metric that there is not, that ranks nobody or that no scenario has, and for a file of
/// figures that is wrong or about other studies.
ReportPlan plan_report(const CampaignReader& campaign, const ReportWish& wish);

}  // namespace palio
