#pragma once

#include <string_view>

#include "analysis/explore/view_answer.h"
#include "analysis/report/parts/figure.h"

namespace palio {

/// A panel of a view as a figure of the report, for a paper: `cells`, `instances`, `strategies`, or an axis, whose
/// figure counts the instances of each level. Throws UserError for another name.
Figure view_figure(const ExploredCampaign& campaign, const View& view, const ViewAnswer& found, std::string_view panel);

}  // namespace palio
