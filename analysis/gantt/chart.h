#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace palio {

/// Rows of one kind in a row: the processors of a cluster, the workers, the master.
struct RowGroup {
  std::string name;      // "grillon", "workers", "master"
  std::string noun;      // of one row: "processor"; empty: the only row has the name of its group
  int rows = 0;          // of the chart, after those of the groups ahead
  int first_number = 0;  // of the first row; the others follow
};

/// A copy is a task that also ran elsewhere and was done there first. Later kinds are drawn over earlier ones.
enum class BarKind { transfer, copy, task };

/// Whether the dates were predicted by a scheduler or simulated.
enum class BarDates { simulated, planned };

/// Something that occupies its rows from one date to another.
struct Bar {
  std::vector<int> rows = {};  // ascending
  double start = 0;            // s
  double finish = 0;           // s
  int application = 0;         // index into GanttChart::applications
  int colour = -1;             // index into GanttChart::colours; -1: that of the application
  std::string label = {};
  std::string note = {};        // a further line for those who point at it
  std::string waited_for = {};  // whose data it waited for last, and where that ran; empty: for none
  double waited = 0;            // s, from the end of that task
  BarKind kind = BarKind::task;
  BarDates dates = BarDates::simulated;
};

/// What the colours of bars tell. Where there is no such thing they tell the application.
enum class ChartColour {
  automatic,  // levels of a single graph, else applications
  application,
  level,     // of the task in its graph
  critical,  // whether it is one of the tasks that lead to the last finish
  delay,     // by how much it starts later than was predicted
  kind,      // the task's name without its number
};

/// A message from one row to another, drawn as a thin curve.
struct BarLink {
  int from_row = 0, to_row = 0;
  double start = 0, finish = 0;  // s
  std::string label = {};
  bool leads = false;  // to the last finish; known if the bars' colours tell it
};

/// When each row of a schedule is busy, and with what. Names may contain any characters.
struct GanttChart {
  std::string title, subtitle;
  std::vector<RowGroup> groups;
  std::vector<std::string> applications;  // names
  std::vector<std::string> colours = {};  // their meanings, if those of the bars do not tell the application
  std::vector<Bar> bars;
  std::vector<BarLink> links = {};
  ChartColour colour_by = ChartColour::automatic;  // for who fills the chart
  std::optional<double> makespan = {};             // s; ends with the last simulated bar
};

int row_count(const GanttChart& chart);
/// The latest finish, s.
double last_date(const GanttChart& chart);
/// The group of a row, and the row of a group that is its first.
int group_of(const GanttChart& chart, int row);
int first_row(const GanttChart& chart, int group);

/// "processors 0-3, 8 of grillon; processor 64 of grelon", "worker 3", "master".
std::string place_text(const GanttChart& chart, std::span<const int> rows);

/// The chart with a single row for each group in which nothing ever runs.
GanttChart with_idle_groups_folded(const GanttChart& chart);

/// Consecutive rows.
struct RowRange {
  int first = 0;
  int count = 0;
};
/// Of ascending rows; every range lies inside one group.
std::vector<RowRange> ranges_of(const GanttChart& chart, std::span<const int> rows);

/// The size of a chart on a page.
struct ChartSize {
  double until = 0;     // s; the time axis extends at least to here, so that charts can be compared
  double width = 1200;  // px
};

/// The chart as a stand-alone SVG document. Predicted bars are outlines over simulated ones; groups without a bar are
/// folded.
std::string gantt_svg(const GanttChart& chart, const ChartSize& size = {});

/// The chart as an XML document for Jedule (S. Hunold, R. Hoffmann, F. Suter, PSTI 2010), in the form that SimGrid
/// writes: a resource set for each group of rows, an event for each bar. Predicted bars have their own type.
std::string jedule_xml(const GanttChart& chart);

/// The chart in Chrome's Trace Event Format (complete events), which chrome://tracing and Perfetto show: a group of
/// rows is a process, a row one of its threads. Predicted bars have their own processes.
std::string chrome_trace_json(const GanttChart& chart);

/// All of the chart for a page that draws it itself: its members as they are named here, rows as ranges [first, count].
std::string gantt_json(const GanttChart& chart);

}  // namespace palio
