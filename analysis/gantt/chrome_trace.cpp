#include "analysis/gantt/documents.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/json_text.h"

namespace palio {
namespace {

constexpr double k_microseconds = 1e6;  // of a second; the format's unit

// Processes are numbered from 1: 0 stands for the idle task in some viewers.
int process_of(const GanttChart& chart, int group, BarDates dates) {
  return 1 + group + (dates == BarDates::planned ? static_cast<int>(chart.groups.size()) : 0);
}

std::string name_event(std::string_view what, int process, int thread, std::string_view name) {
  return fmt::format(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":{}}}}})", what, process, thread,
                     json_quoted(name));
}

void add_names(const GanttChart& chart, BarDates dates, std::vector<std::string>& events) {
  for (int i = 0; i < static_cast<int>(chart.groups.size()); ++i) {
    const RowGroup& group = chart.groups[static_cast<std::size_t>(i)];
    const int process = process_of(chart, i, dates);
    events.push_back(
        name_event("process_name", process, 0, group.name + (dates == BarDates::planned ? " (predicted)" : "")));
    for (int row = 0; row < group.rows; ++row)
      events.push_back(
          name_event("thread_name", process, row,
                     group.noun.empty() ? group.name : fmt::format("{} {}", group.noun, group.first_number + row)));
  }
}

// One for each row: a thread does one thing at a time.
void add_bar(const GanttChart& chart, const Bar& bar, std::vector<std::string>& events) {
  const std::string_view kind = to_text(bar.kind);
  const std::string& application = chart.applications[static_cast<std::size_t>(bar.application)];
  for (const int row : bar.rows) {
    const int group = group_of(chart, row);
    events.push_back(fmt::format(
        R"({{"ph":"X","name":{},"cat":"{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{{"application":{},"rows":{}}}}})",
        json_quoted(bar.label), kind, process_of(chart, group, bar.dates), row - first_row(chart, group),
        json_number(bar.start * k_microseconds), json_number((bar.finish - bar.start) * k_microseconds),
        json_quoted(application), bar.rows.size()));
  }
}

}  // namespace

std::string chrome_trace_json(const GanttChart& chart) {
  std::vector<std::string> events;
  add_names(chart, BarDates::simulated, events);
  if (std::ranges::any_of(chart.bars, [](const Bar& bar) { return bar.dates == BarDates::planned; }))
    add_names(chart, BarDates::planned, events);
  for (const Bar& bar : chart.bars) add_bar(chart, bar, events);
  std::string text = fmt::format(
      "{{\"displayTimeUnit\":\"ms\",\"otherData\":{{\"title\":{},\"scenario\":{}}},\n"
      "\"traceEvents\":[\n",
      json_quoted(chart.title), json_quoted(chart.subtitle));
  for (std::size_t i = 0; i < events.size(); ++i) text += events[i] + (i + 1 < events.size() ? ",\n" : "\n");
  return text + "]}\n";
}

}  // namespace palio
