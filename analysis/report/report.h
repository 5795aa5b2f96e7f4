#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/figure.h"

namespace palio {

/// The report of a campaign: one HTML page that loads nothing. `charts` is the script that draws the charts; without
/// it the page has tables alone and says so. The campaign may be running. Throws UserError.
std::string report_page(const std::filesystem::path& campaign, std::string_view charts);

/// The figures of a campaign that have data: its paper's, then those of every study.
std::vector<Figure> campaign_figures(const std::filesystem::path& campaign);

/// The figure of that id. Throws UserError that names the nearest.
Figure campaign_figure(const std::filesystem::path& campaign, std::string_view id);

}  // namespace palio
