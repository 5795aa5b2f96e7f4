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
#include "analysis/report/parts/data_table.h"
#include "analysis/report/parts/html_text.h"
#include "analysis/report/parts/page.h"
#include "campaign/replay/replay.h"
#include "campaign/replay/scenario_chart.h"
#include "campaign/replay/stored_scenario.h"
#include "campaign/run/auditing_runner.h"
#include "campaign/run/one_run.h"
#include "core/text/embedded_file.h"
#include "runners/wire/execution.h"
#include "storage/read/stored_results.h"

namespace palio {

std::span<const EmbeddedFile> deeds_texts();  // made by palio_embed

namespace {

constexpr double k_gantt_width = 1088;  // px, of the page's text on a large screen

// An SVG in its own frame, which scrolls where the picture is wider than the page.
std::string frame(std::string_view css, std::string_view label, std::string_view picture) {
  return fmt::format("<div class=\"chart {}\" role=region tabindex=0 aria-label=\"{}\">\n{}</div>\n", css, label,
                     picture);
}

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
  return fmt::format(
             "<p class=hint>The worst ratio so far of each restart. The thick line is restart {}, which found the "
             "instance.</p>\n",
             worst.instance->restart) +
         frame("picture", "Worst ratio so far", ratio_picture(lines, evaluations));
}

// Speeds, and bandwidths between the hosts of a mesh.
std::string platform_table(const Platform& platform) {
  const auto count = static_cast<int>(platform.clusters.size());
  const bool is_mesh = platform.interconnect == Interconnect::mesh;
  std::vector<TableColumn> columns{{is_mesh ? "host" : "cluster"}, {"speed", CellKind::number}};
  if (!is_mesh) columns = {columns[0], {"processors", CellKind::number}, {"speed of each", CellKind::number}};
  for (int to = 0; is_mesh && to < count; ++to)
    columns.push_back({"bandwidth to " + platform.clusters[static_cast<std::size_t>(to)].name, CellKind::number});
  std::vector<std::vector<std::string>> rows;
  for (int from = 0; from < count; ++from) {
    const Cluster& host = platform.clusters[static_cast<std::size_t>(from)];
    std::vector<std::string>& row = rows.emplace_back(std::vector{html_name(host.name)});
    if (!is_mesh) row.push_back(fmt::format("{}", host.processors));
    row.push_back(quantity(host.speed, "flop/s"));
    for (int to = 0; is_mesh && to < count; ++to)
      row.push_back(from == to ? "" : quantity(pair_link(platform, from, to).bandwidth, "B/s"));
  }
  return html_table(is_mesh ? "Hosts and the links between them" : "Clusters", columns, rows);
}

// The numbers of the picture, for those who cannot point at it.
std::string graph_tables(const DuelInstance& instance) {
  const auto name = [&](int task) {
    return html_name(task_name(instance.tasks[static_cast<std::size_t>(task)], task));
  };
  std::vector<std::vector<std::string>> tasks, edges;
  for (int task = 0; task < static_cast<int>(instance.tasks.size()); ++task)
    tasks.push_back({name(task), work_text(instance.tasks[static_cast<std::size_t>(task)])});
  for (const Edge& edge : instance.edges) edges.push_back({name(edge.from), name(edge.to), quantity(edge.bytes, "B")});
  std::string html = html_table("Tasks", {{"task"}, {"work", CellKind::number}}, tasks);
  if (!edges.empty()) html += html_table("Data", {{"from"}, {"to"}, {"data", CellKind::number}}, edges);
  return fmt::format("<details><summary>Work and data as tables</summary>\n{}</details>\n", html);
}

std::string graph_section(const DuelInstance& instance) {
  return "<p class=hint>Data flow from left to right. The area of a circle shows the work of a task, the width of a "
         "line the data.</p>\n" +
         frame("picture scroll", "Task graph", graph_picture(instance)) + graph_tables(instance);
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
  std::string charts, failures;
  for (const DrawnSchedule& one : drawn)
    if (const auto* chart = std::get_if<GanttChart>(&one))
      charts += gantt_svg(*chart, {.until = last, .width = k_gantt_width});
    else
      failures += std::get<std::string>(one);
  return charts.empty() ? failures : failures + frame("scroll", "Schedules", charts);
}

double stored_makespan(const CampaignReader& reader, const FoundInstance& instance, const Recipe& strategy) {
  const auto row = scenario_row(reader, find_scenario(reader, scenario_of(instance, strategy)));
  return row && row->outcome == "completed" ? row->metrics["makespan"] : std::numeric_limits<double>::quiet_NaN();
}

// A line each.
std::vector<std::string> reasons_of(const WorstOfDuel& worst, const StrategySet& known) {
  std::vector<std::string> lines;
  if (std::abs(worst.simulated() / worst.instance->ratio - 1) > k_same_dates)
    lines.push_back(
        fmt::format("The search saw {:.4g} times: it used plans, which ignore contention.", worst.instance->ratio));
  if (!no_dates(worst.duel.target, known).empty() || !no_dates(worst.duel.base, known).empty()) return lines;
  const DuelInstance instance = instance_of(*worst.instance);
  std::ranges::move(
      reasons(instance, {worst.target, worst.base, planned_schedule(worst.duel.target, instance).placements.front(),
                         planned_schedule(worst.duel.base, instance).placements.front()}),
      std::back_inserter(lines));
  return lines;
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
  std::ranges::move(reasons_of(worst, known), std::back_inserter(lines));
  return lines;
}

std::string duel_page(const WorstOfDuel& worst, const DuelRequest& request, const DuelResult& result) {
  const DuelInstance instance = instance_of(*worst.instance);
  const std::string title = headline(worst);
  std::string header = fmt::format("<header>\n<h1>{}</h1>\n", html_escaped(title)), why;
  header += fmt::format("<p>{}</p>\n</header>\n", html_escaped(place_text(worst)));
  for (const std::string& line : reasons_of(worst, request.known))
    why += fmt::format("<p>{}</p>\n", html_escaped(line));
  std::vector<ReportSection> sections;
  if (!why.empty()) sections.push_back({"why", "Why", "Why", why});
  sections.push_back({"schedules", "Schedules", "Schedules", schedules(worst, request.known, result.engine)});
  sections.push_back({"graph", "Graph", "Task graph", graph_section(instance)});
  sections.push_back({"platform", "Platform", "Platform", platform_table(instance.platform)});
  sections.push_back({"search", "Search", "Search",
                      ratios(worst, result.record, request.rules.evaluations) +
                          fmt::format("<p class=hint>Start, seed: moves of each restart, acceptance, temperatures, "
                                      "times that were compared: {}</p>\n",
                                      html_escaped(result.record.settings))});
  return html_page(
      {.title = title,
       .style = std::string(embedded_text(deeds_texts(), "page.css")),
       .body = header + navigation(sections) + fmt::format("<main>\n{}</main>\n", sections_html(sections))});
}

}  // namespace palio
