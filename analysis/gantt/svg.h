#pragma once

#include <string>

#include "analysis/gantt/chart.h"

namespace palio {

/// The chart as a stand-alone SVG document: rows over time, a colour for each application, what was predicted as an
/// outline over what was simulated; every bar tells its task, dates and place when pointed at. Follows the reader's
/// choice of a dark or bright page.
std::string gantt_svg(const GanttChart& chart);

}  // namespace palio
