#pragma once

#include <string>

#include "analysis/gantt/chart.h"

namespace palio {

/// The chart as a stand-alone SVG document: rows over time, a colour for each application, what was predicted as an
/// outline over what was simulated; every bar tells its task, dates and place when pointed at. Follows the reader's
/// choice of a dark or bright page. Dates go on to `until` (s) at least, so that charts can be compared.
std::string gantt_svg(const GanttChart& chart, double until = 0);

/// The chart as an XML document for Jedule (S. Hunold, R. Hoffmann, F. Suter, PSTI 2010), in the form that SimGrid
/// writes: a resource set for each group of rows, an event for each bar. Dates in s with all their digits. What was
/// predicted has a type of its own.
std::string jedule_xml(const GanttChart& chart);

/// The chart in the Trace Event Format of Chrome (JSON object, complete events), which chrome://tracing and Perfetto
/// show: a group of rows is a process, a row one of its threads, 1 s is 1 s. What was predicted has processes of its
/// own.
std::string chrome_trace_json(const GanttChart& chart);

}  // namespace palio
