#pragma once

#include <span>

#include "analysis/gantt/chart.h"
#include "campaign/cli/output/table.h"
#include "campaign/cli/syntax/syntax.h"
#include "runners/wire/simulated_scenario.h"

namespace palio {

/// How each kind of application is written: its columns and rows.
std::span<const Display<TableWriter>> table_kinds();

/// The same with the features of the tasks: work, place in the graph, data.
std::span<const Display<TableWriter>> feature_kinds();

/// Where and when every task of a completed scenario ran: a row for each, with columns by kind of workload.
void write_schedule(TableWriter& table, const SimulatedScenario& scenario,
                    std::span<const Display<TableWriter>> kinds = table_kinds());

/// Files that a schedule is written to; empty: not wanted.
struct ScheduleOutputs {
  std::string gantt, schedule, jedule, chrome_trace, trace;
  ChartColour colour = ChartColour::automatic;  // of the Gantt chart
  double width = ChartSize().width;             // px, likewise

  /// Whether the worker has to send the schedule.
  bool need_schedule() const;
  bool any() const { return need_schedule() || !trace.empty(); }
  /// The files that are wanted, with their options.
  std::vector<std::pair<std::string, std::string>> wanted() const;
};

void add_schedule_outputs(const CommandSyntax& command, ScheduleOutputs& outputs);

/// Before anything runs, throws UserError for a file that cannot be written, for a name that does not match its format,
/// for the same file twice, and for `-`. Makes the trace's name absolute: workers write it.
void check_outputs(ScheduleOutputs& outputs);

/// Writes what is wanted of a completed scenario and says so on stderr.
void write_outputs(const ScheduleOutputs& outputs, const SimulatedScenario& scenario, const std::string& title,
                   const std::string& subtitle);

/// Throws UserError if SimGrid's trace is missing or truncated.
void check_trace(const std::string& file);

}  // namespace palio
