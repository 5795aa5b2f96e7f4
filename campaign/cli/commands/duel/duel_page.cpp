#include "campaign/cli/commands/duel/duel_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <variant>

#include "analysis/gantt/documents.h"
#include "analysis/report/parts/html_text.h"
#include "campaign/cli/options/one_run.h"
#include "campaign/cli/output/schedule_outputs.h"
#include "campaign/duel/pictures.h"
#include "campaign/replay/replay.h"
#include "campaign/replay/scenario_chart.h"

namespace palio {
namespace {

constexpr std::string_view k_style = R"(:root{color-scheme:light dark}
body{font-family:system-ui,sans-serif;max-width:2400px;margin:2em auto;padding:0 1em;line-height:1.4}
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}
.pair,.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:1em;align-items:start}
.charts{grid-template-columns:repeat(auto-fit,minmax(min(100%,900px),1fr))}
svg{max-width:100%;height:auto}.charts{overflow-x:auto}.charts svg{min-width:760px}
svg text{font:12px system-ui,sans-serif;fill:currentColor}
.middle{text-anchor:middle}.end{text-anchor:end}.grid{stroke:currentColor;stroke-opacity:.15}
.edge{fill:none;stroke:currentColor;stroke-opacity:.35}.task{fill:#56b4e9;stroke:#0072b2}.task+text{fill:#111!important}
.restart{fill:none;stroke:currentColor;stroke-opacity:.3}.worst{stroke:#d55e00;stroke-opacity:1;stroke-width:2.5}
table{border-collapse:collapse}td,th{padding:.2em .7em;text-align:right}th{font-weight:600}
)";

std::string ratios(const DuelPage& page) {
  std::map<std::int64_t, std::vector<RatioPoint>> restarts;
  for (const FoundInstance& found : page.answer.record.found)
    if (found.target == page.worst.target && found.base == page.worst.base)
      restarts[found.restart].push_back({found.evaluation, found.ratio});
  std::vector<std::vector<RatioPoint>> lines;
  for (auto& [restart, points] : restarts) {
    std::ranges::sort(points, {}, &RatioPoint::evaluation);
    lines.push_back(std::move(points));
  }
  return ratio_picture(lines, page.answer.evaluations);
}

// Speeds, and bandwidths between the hosts of a mesh.
std::string platform_table(const Platform& platform) {
  const auto count = static_cast<int>(platform.clusters.size());
  const bool is_mesh = platform.interconnect == Interconnect::mesh;
  std::string table = "<table><tr><th></th><th>flop/s</th>";
  for (int to = 0; is_mesh && to < count; ++to)
    table += fmt::format("<th>byte/s to {}</th>", html_name(platform.clusters[static_cast<std::size_t>(to)].name));
  table += "</tr>\n";
  for (int from = 0; from < count; ++from) {
    const Cluster& host = platform.clusters[static_cast<std::size_t>(from)];
    table += fmt::format("<tr><th>{}</th><td>{:.4g}</td>", html_name(host.name), host.speed);
    for (int to = 0; is_mesh && to < count; ++to)
      table += from == to ? "<td></td>" : fmt::format("<td>{:.4g}</td>", pair_link(platform, from, to).bandwidth);
    table += "</tr>\n";
  }
  return table + "</table>\n";
}

// A schedule as a chart, or why there is none, as HTML.
using DrawnSchedule = std::variant<GanttChart, std::string>;

// Carried out now: schedules are not stored.
DrawnSchedule drawn_schedule(const DuelPage& page, const Recipe& strategy) {
  const RunRequest request{.id = 1,
                           .platform = page.worst.platform,
                           .workload = page.worst.workload,
                           .strategies = {strategy},
                           .detail = Detail::schedule,
                           .known = page.answer.known};
  auto [result, detail, worker] = run_once(request, page.answer.engine);
  const std::string label = label_of(strategy, page.answer.known);
  if (const auto* failure = std::get_if<Failure>(&result.outcome))
    return fmt::format("<p>{}: {}</p>\n", html_name(label), html_escaped(failure->message));
  if (!detail) refuse_long_schedule();
  return scenario_chart(simulated_scenario(request, worker.engine, std::move(result), std::move(*detail)), label,
                        fmt::format("restart {}, evaluation {}", page.worst.restart, page.worst.evaluation));
}

// Below each other on one scale, so that their lengths can be compared.
std::string schedules(const DuelPage& page) {
  const std::array<DrawnSchedule, 2> drawn{drawn_schedule(page, page.duel.target),
                                           drawn_schedule(page, page.duel.base)};
  double last = 0;  // s
  for (const DrawnSchedule& one : drawn)
    if (const auto* chart = std::get_if<GanttChart>(&one)) last = std::max(last, last_date(*chart));
  std::string text;
  for (const DrawnSchedule& one : drawn) {
    const auto* chart = std::get_if<GanttChart>(&one);
    text += fmt::format("<div>{}</div>\n", chart != nullptr ? gantt_svg(*chart, last) : std::get<std::string>(one));
  }
  return text;
}

}  // namespace

std::string duel_page(const DuelPage& page) {
  const DuelInstance instance = instance_of(page.worst);
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0}</title>\n<style>{1}</style></head><body>\n<h1>{0}</h1>\n",
      html_escaped(page.headline), k_style);
  for (const std::string& line : page.lines) text += fmt::format("<p>{}</p>\n", html_escaped(line));
  text += fmt::format("<h2>Schedules</h2>\n<div class=\"charts\">\n{}", schedules(page));
  text += fmt::format(
      "</div>\n<div class=\"pair\"><div><h2>The graph</h2>\n{}</div>\n<div><h2>The platform</h2>\n{}"
      "</div></div>\n",
      graph_picture(instance), platform_table(instance.platform));
  text += fmt::format("<h2>The worst ratio so far, by restart</h2>\n{}", ratios(page));
  return text + fmt::format("<p>{}</p>\n</body></html>\n", html_escaped(page.answer.record.settings));
}

}  // namespace palio
