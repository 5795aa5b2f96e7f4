#pragma once

#include <string>

#include "analysis/gantt/chart.h"

namespace palio {

/// The chart in the Trace Event Format of Chrome (JSON object, complete events), which chrome://tracing and Perfetto
/// show: a group of rows is a process, a row one of its threads, 1 s is 1 s. What was predicted has processes of its
/// own.
std::string chrome_trace_json(const GanttChart& chart);

}  // namespace palio
