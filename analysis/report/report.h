#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/claims/verify.h"
#include "analysis/report/parts/figure.h"
#include "storage/read/campaign_reader.h"

namespace palio {

/// What a report should contain.
struct ReportWish {
  // By which strategies are compared; empty: the one of the file of figures, or the usual one.
  std::string metric = {};
  std::string figures_file = {};                   // name of a user's file of figures; empty: the paper's figures
  std::string figures_text = {};                   // its content
  std::vector<std::string> strategies = {};        // that charts show in any case
  std::optional<CampaignReading> reading = {};     // in which claims are measured; without it in the whole campaign
  std::vector<std::filesystem::path> others = {};  // campaigns that are read as one with the first
};

/// The report of a campaign: one HTML page that loads nothing. `charts` is the script of Vega and Vega-Lite; without
/// it the page has only tables and says so. The campaign may be running. Throws UserError.
std::string report_page(const std::filesystem::path& campaign, std::string_view charts, const ReportWish& wish = {});

/// Parts of a report that stand alone.
enum class ReportPart { ranking, claims };

/// A part as HTML whose figures page.js draws; without a section: it has none. Throws UserError.
std::string report_part(const std::filesystem::path& campaign, ReportPart part, const ReportWish& wish = {});

/// The figures of a campaign that have data: the user's or its paper's, then those of every study.
std::vector<Figure> campaign_figures(const std::filesystem::path& campaign, const ReportWish& wish = {});

/// The figure of that id. Throws UserError that names the nearest.
Figure campaign_figure(const std::filesystem::path& campaign, std::string_view id, const ReportWish& wish = {});

/// The figures of one section of a page.
struct PlannedFigures {
  std::string section, link, title;  // id, word in the navigation (empty: none), heading
  FigureFile file;
};

/// The contents of a report about a campaign.
struct ReportPlan {
  std::string metric;                    // that strategies are compared by
  std::vector<PlannedFigures> sections;  // first the source of the answer: `ranking`, or `duels` of a search
  bool leaves_paper_out = false;         // of several campaigns: the results are not those of its study alone
  bool searched = false;  // every instance was searched by `palio duel`: nothing follows for other instances
  StrategyOrder strategies;
  std::optional<CampaignReading> reading;  // that claims are measured in
};

/// Throws UserError for a metric that cannot rank the campaign, and for a wrong file of figures.
ReportPlan plan_report(const CampaignReader& campaign, const ReportWish& wish);

}  // namespace palio
