#pragma once

#include <string>
#include <string_view>

#include "analysis/report/parts/figure.h"

namespace palio {

/// What the scripts that draw charts are given of a figure, JSON: its head, its rows, and the strategies that it names,
/// with their places in the campaign.
std::string chart_data(const Figure& figure);

/// These scripts, all of analysis/report/charts/, as one. It defines `palio_charts`.
std::string_view chart_scripts();

}  // namespace palio
