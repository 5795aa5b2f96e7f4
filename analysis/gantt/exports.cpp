#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/gantt/chart.h"
#include "analysis/report/parts/html_text.h"
#include "core/text/json_text.h"

namespace palio {
namespace {

std::string property(std::string_view key, std::string_view value) {
  return fmt::format("      <prop key=\"{}\" value=\"{}\" />\n", key, xml_text(value));
}

std::string_view kind_word(BarKind kind) {
  switch (kind) {
    case BarKind::transfer: return "transfer";
    case BarKind::copy: return "copy";
    case BarKind::task: return "task";
  }
  return {};
}

std::string row_name(const RowGroup& group, int row) {
  return group.noun.empty() ? group.name : fmt::format("{} {}", group.noun, group.first_number + row);
}

std::string resource_sets(const GanttChart& chart) {
  std::string xml;
  for (std::size_t i = 0; i < chart.groups.size(); ++i) {
    const RowGroup& group = chart.groups[i];
    std::string names;
    for (int row = 0; row < group.rows; ++row) {
      std::string name = row_name(group, row);
      std::ranges::replace(name, '|', '/');  // bars separate the names
      names += (row == 0 ? "" : "|") + name;
    }
    xml += fmt::format("      <res name=\"{}\">\n        <rset id=\"0.{}\" nb=\"{}\" names=\"{}\" />\n      </res>\n",
                       xml_text(group.name), i, group.rows, xml_text(names));
  }
  return xml;
}

std::string event_of(const GanttChart& chart, const Bar& bar) {
  std::string selects;
  for (const RowRange& range : ranges_of(chart, bar.rows)) {
    const int group = group_of(chart, range.first);
    const int first = range.first - first_row(chart, group);
    selects += fmt::format("        <select resources=\"0.{}.[{}-{}]\" />\n", group, first, first + range.count - 1);
  }
  const char* predicted = bar.dates == BarDates::planned ? "predicted " : "";
  return "    <event>\n" + property("name", bar.label) + property("start", fmt::format("{}", bar.start)) +
         property("end", fmt::format("{}", bar.finish)) +
         property("type", fmt::format("{}{}", predicted, kind_word(bar.kind))) + "      <res_util>\n" + selects +
         "      </res_util>\n      <info>\n  " +
         property("application", chart.applications[static_cast<std::size_t>(bar.application)]) +
         "      </info>\n    </event>\n";
}

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
      events.push_back(name_event("thread_name", process, row, row_name(group, row)));
  }
}

// One for each row: a thread does one thing at a time.
void add_bar(const GanttChart& chart, const Bar& bar, std::vector<std::string>& events) {
  const std::string_view kind = kind_word(bar.kind);
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

std::string bar_json(const GanttChart& chart, const Bar& bar) {
  const std::string rows = json_array(ranges_of(chart, bar.rows), [](const RowRange& range) {
    return fmt::format("[{},{}]", range.first, range.count);
  });
  return fmt::format(
      R"({{"rows":{},"place":{},"start":{},"finish":{},"application":{},"colour":{},"label":{},"note":{},"waited_for":{},"waited":{},"kind":"{}","planned":{}}})",
      rows, json_quoted(place_text(chart, bar.rows)), json_number(bar.start), json_number(bar.finish), bar.application,
      bar.colour, json_quoted(bar.label), json_quoted(bar.note), json_quoted(bar.waited_for), json_number(bar.waited),
      kind_word(bar.kind), bar.dates == BarDates::planned);
}

std::string link_json(const BarLink& link) {
  return fmt::format(R"({{"from":{},"to":{},"start":{},"finish":{},"label":{},"leads":{}}})", link.from_row,
                     link.to_row, json_number(link.start), json_number(link.finish), json_quoted(link.label),
                     link.leads);
}

}  // namespace

std::string jedule_xml(const GanttChart& chart) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<jedule>\n  <jedule_meta>\n";
  xml += property("title", chart.title) + property("description", chart.subtitle);
  xml += "  </jedule_meta>\n  <platform>\n    <res name=\"platform\">\n" + resource_sets(chart);
  xml += "    </res>\n  </platform>\n  <events>\n";
  for (const Bar& bar : chart.bars) xml += event_of(chart, bar);
  return xml + "  </events>\n</jedule>\n";
}

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
  return text + fmt::format("{}\n]}}\n", fmt::join(events, ",\n"));
}

std::string gantt_json(const GanttChart& chart) {
  const auto group = [](const RowGroup& of) {
    return fmt::format(R"({{"name":{},"noun":{},"rows":{},"first_number":{}}})", json_quoted(of.name),
                       json_quoted(of.noun), of.rows, of.first_number);
  };
  return fmt::format(
      R"({{"title":{},"subtitle":{},"makespan":{},"groups":{},"applications":{},"colours":{},"bars":{},"links":{}}})",
      json_quoted(chart.title), json_quoted(chart.subtitle), json_number(chart.makespan.value_or(last_date(chart))),
      json_array(chart.groups, group), json_array(chart.applications, json_quoted),
      json_array(chart.colours, json_quoted),
      json_array(chart.bars, [&](const Bar& bar) { return bar_json(chart, bar); }), json_array(chart.links, link_json));
}

}  // namespace palio
