#pragma once

#include "analysis/gantt/chart.h"
#include "runners/wire/simulated_scenario.h"

namespace palio {

/// Adds rows and bars, by kind of application.
std::span<const Display<GanttChart>> chart_kinds();

/// The schedule of a scenario as rows and bars. Task graphs: the processors of each cluster, with what was predicted
/// and what was simulated. Master and workers: what computes, and messages on the row of the node that sends them and
/// of the worker that sends or receives them. Between several ports messages overlap, and the master's row has none.
/// Of task graphs also messages and what each task waited for; colours of others tell the application.
GanttChart scenario_chart(const SimulatedScenario& scenario, std::string title, std::string subtitle,
                          ChartColour colour_by = ChartColour::automatic,
                          std::span<const Display<GanttChart>> kinds = chart_kinds());

}  // namespace palio
