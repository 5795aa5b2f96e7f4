#pragma once

#include <string>

#include "analysis/gantt/chart.h"

namespace palio {

/// The chart as an XML document for Jedule (S. Hunold, R. Hoffmann, F. Suter, PSTI 2010), in the form that SimGrid
/// writes: a resource set for each group of rows, an event for each bar. Dates in s with all their digits. What was
/// predicted has a type of its own.
std::string jedule_xml(const GanttChart& chart);

}  // namespace palio
