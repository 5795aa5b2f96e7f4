#include "analysis/gantt/documents.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/gantt/xml_text.h"

namespace palio {
namespace {

std::string property(std::string_view key, std::string_view value) {
  return fmt::format("      <prop key=\"{}\" value=\"{}\" />\n", key, xml_text(value));
}

// Resources are separated by bars, so that none has one in its name.
std::string resource_name(const RowGroup& group, int row) {
  std::string name = group.noun.empty() ? group.name : fmt::format("{} {}", group.noun, group.first_number + row);
  std::ranges::replace(name, '|', '/');
  return name;
}

std::string resource_sets(const GanttChart& chart) {
  std::string xml;
  for (std::size_t i = 0; i < chart.groups.size(); ++i) {
    const RowGroup& group = chart.groups[i];
    std::string names;
    for (int row = 0; row < group.rows; ++row) names += (row == 0 ? "" : "|") + resource_name(group, row);
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
         property("type", fmt::format("{}{}", predicted, to_text(bar.kind))) + "      <res_util>\n" + selects +
         "      </res_util>\n      <info>\n  " +
         property("application", chart.applications[static_cast<std::size_t>(bar.application)]) +
         "      </info>\n    </event>\n";
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

}  // namespace palio
