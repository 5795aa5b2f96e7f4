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
  std::string label = {};
  BarKind kind = BarKind::task;
  BarDates dates = BarDates::simulated;
};

/// When each row of a schedule is busy, and with what. Names may contain any characters.
struct GanttChart {
  std::string title, subtitle;
  std::vector<RowGroup> groups;
  std::vector<std::string> applications;  // names
  std::vector<Bar> bars;
  std::optional<double> makespan = {};  // s; ends with the last simulated bar
};

int row_count(const GanttChart& chart);
/// The latest finish, s.
double last_date(const GanttChart& chart);
/// The group of a row, and the row of a group that is its first.
int group_of(const GanttChart& chart, int row);
int first_row(const GanttChart& chart, int group);

/// "processors 0-3, 8 of grillon; processor 64 of grelon", "worker 3", "master".
std::string place_text(const GanttChart& chart, std::span<const int> rows);

/// Consecutive rows.
struct RowRange {
  int first = 0;
  int count = 0;
};
/// Of ascending rows; every range lies inside one group.
std::vector<RowRange> ranges_of(const GanttChart& chart, std::span<const int> rows);

/// The chart as a stand-alone SVG document. Predicted bars are outlines over simulated ones. The time axis extends at
/// least to `until` (s), so that charts can be compared.
std::string gantt_svg(const GanttChart& chart, double until = 0);

/// The chart as an XML document for Jedule (S. Hunold, R. Hoffmann, F. Suter, PSTI 2010), in the form that SimGrid
/// writes: a resource set for each group of rows, an event for each bar. Predicted bars have their own type.
std::string jedule_xml(const GanttChart& chart);

/// The chart in Chrome's Trace Event Format (complete events), which chrome://tracing and Perfetto show: a group of
/// rows is a process, a row one of its threads. Predicted bars have their own processes.
std::string chrome_trace_json(const GanttChart& chart);

}  // namespace palio
