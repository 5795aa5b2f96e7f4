#include "campaign/duel/duel_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <variant>

#include "analysis/gantt/chart.h"
#include "analysis/report/parts/html_text.h"
#include "campaign/replay/replay.h"
#include "campaign/replay/scenario_chart.h"
#include "campaign/replay/stored_scenario.h"
#include "campaign/run/auditing_runner.h"
#include "campaign/run/one_run.h"
#include "runners/wire/execution.h"
#include "storage/read/stored_results.h"

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

std::string ratios(const WorstOfDuel& worst, const DuelRecord& record, std::int64_t evaluations) {
  std::map<std::int64_t, std::vector<RatioPoint>> restarts;
  for (const FoundInstance& found : record.found)
    if (found.target == worst.target && found.base == worst.base)
      restarts[found.restart].push_back({found.evaluation, found.ratio});
  std::vector<std::vector<RatioPoint>> lines;
  for (auto& [restart, points] : restarts) {
    std::ranges::sort(points, {}, &RatioPoint::evaluation);
    lines.push_back(std::move(points));
  }
  return ratio_picture(lines, evaluations);
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

// Simulated now: schedules are not stored.
DrawnSchedule drawn_schedule(const FoundInstance& found, const Recipe& strategy, const StrategySet& known,
                             const EngineChoice& engine) {
  const RunRequest request{.id = 1,
                           .platform = found.platform,
                           .workload = found.workload,
                           .strategies = {strategy},
                           .detail = Detail::schedule,
                           .known = known};
  auto [result, detail, worker] = run_once(request, engine);
  const std::string label = label_of(strategy, known);
  if (const auto* failure = std::get_if<Failure>(&result.outcome))
    return fmt::format("<p>{}: {}</p>\n", html_name(label), html_escaped(failure->message));
  if (!detail) refuse_long_schedule();
  return scenario_chart(simulated_scenario(request, worker.engine, std::move(result), std::move(*detail)), label,
                        fmt::format("restart {}, evaluation {}", found.restart, found.evaluation));
}

// Below each other on one scale, so that their lengths can be compared.
std::string schedules(const WorstOfDuel& worst, const StrategySet& known, const EngineChoice& engine) {
  const std::array<DrawnSchedule, 2> drawn{drawn_schedule(*worst.instance, worst.duel.target, known, engine),
                                           drawn_schedule(*worst.instance, worst.duel.base, known, engine)};
  double last = 0;  // s
  for (const DrawnSchedule& one : drawn)
    if (const auto* chart = std::get_if<GanttChart>(&one)) last = std::max(last, last_date(*chart));
  std::string text;
  for (const DrawnSchedule& one : drawn) {
    const auto* chart = std::get_if<GanttChart>(&one);
    text += fmt::format("<div>{}</div>\n",
                        chart != nullptr ? gantt_svg(*chart, {.until = last}) : std::get<std::string>(one));
  }
  return text;
}

double stored_makespan(const CampaignReader& reader, const FoundInstance& instance, const Recipe& strategy) {
  const auto row = scenario_row(reader, find_scenario(reader, scenario_of(instance, strategy)));
  return row && row->outcome == "completed" ? row->metrics["makespan"] : std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::string> reasons_of(const WorstOfDuel& worst, const StrategySet& known) {
  if (!no_dates(worst.duel.target, known).empty() || !no_dates(worst.duel.base, known).empty()) return {};
  const DuelInstance instance = instance_of(*worst.instance);
  return reasons(instance, {worst.target, worst.base, planned_schedule(worst.duel.target, instance).placements.front(),
                            planned_schedule(worst.duel.base, instance).placements.front()});
}

std::string place_text(const WorstOfDuel& worst) {
  const std::vector<double>& all = worst.by_restart;
  const std::int64_t evaluation = worst.instance->evaluation;
  if (all.size() == 1) return fmt::format("Found by the only restart, at evaluation {}.", evaluation);
  return fmt::format(
      "Found by restart {} at evaluation {}; the worst of each of {} restarts: {:.4g} to {:.4g}, median {:.4g}.",
      worst.instance->restart, evaluation, all.size(), all.front(), all.back(), worst.median());
}

}  // namespace

double WorstOfDuel::median() const {
  const std::size_t half = by_restart.size() / 2;
  return by_restart.size() % 2 == 1 ? by_restart[half] : (by_restart[half - 1] + by_restart[half]) / 2;
}

WorstOfDuel worst_of(const Duel& duel, const DuelRecord& record, const StrategySet& known,
                     const CampaignReader& reader) {
  WorstOfDuel worst{.duel = duel, .target = label_of(duel.target, known), .base = label_of(duel.base, known)};
  for (const FoundInstance* found : worst_by_restart(record, worst.target, worst.base)) {
    worst.by_restart.push_back(found->ratio);
    if (worst.instance == nullptr || found->ratio > worst.instance->ratio) worst.instance = found;
  }
  std::ranges::sort(worst.by_restart);
  if (worst.instance == nullptr) return worst;
  worst.target_makespan = stored_makespan(reader, *worst.instance, duel.target);
  worst.base_makespan = stored_makespan(reader, *worst.instance, duel.base);
  return worst;
}

std::string headline(const WorstOfDuel& worst) {
  if (std::isnan(worst.simulated()))
    return fmt::format("{} takes {:.4g} times as long as {} by their plans, but one of the two failed.", worst.target,
                       worst.instance->ratio, worst.base);
  return fmt::format("{} takes {:.4g} times as long as {}: {:.6g} s against {:.6g} s.", worst.target, worst.simulated(),
                     worst.base, worst.target_makespan, worst.base_makespan);
}

std::vector<std::string> explanations(const WorstOfDuel& worst, const StrategySet& known) {
  std::vector<std::string> lines{place_text(worst)};
  if (std::abs(worst.simulated() / worst.instance->ratio - 1) > k_same_dates)
    lines.push_back(
        fmt::format("The search saw {:.4g} times: it used plans, which ignore contention.", worst.instance->ratio));
  std::ranges::move(reasons_of(worst, known), std::back_inserter(lines));
  return lines;
}

std::string duel_page(const WorstOfDuel& worst, const DuelRequest& request, const DuelResult& result) {
  const DuelInstance instance = instance_of(*worst.instance);
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\">\n<title>{0}</title>\n<style>{1}</style></head><body>\n<h1>{0}</h1>\n",
      html_escaped(headline(worst)), k_style);
  for (const std::string& line : explanations(worst, request.known))
    text += fmt::format("<p>{}</p>\n", html_escaped(line));
  text += fmt::format("<h2>Schedules</h2>\n<div class=\"charts\">\n{}", schedules(worst, request.known, result.engine));
  text += fmt::format(
      "</div>\n<div class=\"pair\"><div><h2>The graph</h2>\n{}</div>\n<div><h2>The platform</h2>\n{}"
      "</div></div>\n",
      graph_picture(instance), platform_table(instance.platform));
  text += fmt::format("<h2>The worst ratio so far, by restart</h2>\n{}",
                      ratios(worst, result.record, request.rules.evaluations));
  return text + fmt::format("<p>{}</p>\n</body></html>\n", html_escaped(result.record.settings));
}

}  // namespace palio
