#include "campaign/cli/commands/duel_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "analysis/gantt/documents.h"
#include "analysis/report/parts/html_text.h"
#include "campaign/cli/options/code_options.h"
#include "campaign/cli/options/one_run.h"
#include "campaign/cli/output/output.h"
#include "campaign/cli/output/schedule_outputs.h"
#include "campaign/duel/pictures.h"
#include "campaign/duel/reason.h"
#include "campaign/replay/replay.h"
#include "campaign/replay/scenario_chart.h"
#include "campaign/replay/scenario_lookup.h"
#include "campaign/run/auditing_runner.h"
#include "core/error.h"
#include "core/text/shell_word.h"
#include "core/text/talk.h"
#include "platforms/family.h"
#include "runners/wire/execution.h"
#include "storage/read/scenario_rows.h"
#include "workloads/family.h"

namespace palio {
namespace {

// What a page tells of a duel's worst instance.
struct DuelPage {
  const DuelAnswer& answer;
  const Duel& duel;
  const FoundInstance& worst;
  std::string headline;
  std::vector<std::string> lines;  // below it
};

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

// One HTML page without scripts and links: the ratio over the evaluations, the graph and the platform, both schedules
// as simulated now.
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

// What a campaign holds of a duel.
struct Worst {
  std::string target, base;
  const FoundInstance* instance = nullptr;        // null: nothing was searched
  std::vector<double> by_restart = {};            // ratios, ascending
  double target_makespan = 0, base_makespan = 0;  // s, simulated; NaN: it failed

  double simulated() const { return target_makespan / base_makespan; }
  double median() const {
    const std::size_t half = by_restart.size() / 2;
    return by_restart.size() % 2 == 1 ? by_restart[half] : (by_restart[half - 1] + by_restart[half]) / 2;
  }
};

double stored_makespan(const CampaignReader& reader, const FoundInstance& instance, const Recipe& strategy) {
  const auto row = scenario_row(reader, find_scenario(reader, scenario_of(instance, strategy)));
  return row && row->outcome == "completed" ? row->metrics["makespan"] : std::numeric_limits<double>::quiet_NaN();
}

Worst worst_of(const DuelAnswer& answer, const CampaignReader& reader, const Duel& duel) {
  Worst worst{.target = label_of(duel.target, answer.known), .base = label_of(duel.base, answer.known)};
  for (const FoundInstance* found : worst_by_restart(answer.record, worst.target, worst.base)) {
    worst.by_restart.push_back(found->ratio);
    if (worst.instance == nullptr || found->ratio > worst.instance->ratio) worst.instance = found;
  }
  std::ranges::sort(worst.by_restart);
  if (worst.instance == nullptr) return worst;
  worst.target_makespan = stored_makespan(reader, *worst.instance, duel.target);
  worst.base_makespan = stored_makespan(reader, *worst.instance, duel.base);
  return worst;
}

std::vector<std::string> reasons_of(const DuelAnswer& answer, const Duel& duel, const Worst& worst) {
  if (!no_dates(duel.target, answer.known).empty() || !no_dates(duel.base, answer.known).empty()) return {};
  const DuelInstance instance = instance_of(*worst.instance);
  return reasons(instance, {worst.target, worst.base, planned_schedule(duel.target, instance).placements.front(),
                            planned_schedule(duel.base, instance).placements.front()});
}

void write_files(const std::string& folder, const FoundInstance& found) {
  std::filesystem::create_directories(folder);
  const std::filesystem::path into(folder);
  write_output((into / "platform.json").string(), found.platform.definition);
  write_output((into / "workload.json").string(), found.workload.definition);
}

// The name of a strategy as that of a file: "hcpa-improved".
std::string file_word(const std::string& label) {
  std::string word;
  for (const char c : label) word += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  return word;
}

// What a command line names so that somebody's own strategy is found.
std::string code_words(const OwnCode* code, CodeUse use) {
  if (code == nullptr) return {};
  if (code->kind() == CodeKind::library) return " --plugin " + brief_shell_word(code->place());
  return use == CodeUse::campaign ? " --allow-commands" : " --command " + brief_shell_word(code->command());
}

void tell_commands(const DuelAnswer& answer, const Duel& duel, const Worst& worst) {
  say("\nIts schedules again, with Gantt charts:\n");
  for (const Recipe* strategy : {&duel.target, &duel.base})
    say("  palio replay {} {} --gantt {}.svg{}\n", brief_shell_word(answer.database),
        scenario_of(*worst.instance, *strategy), file_word(label_of(*strategy, answer.known)),
        code_words(answer.known.code_of(strategy->name), CodeUse::campaign));
  if (answer.folder.empty()) {
    say("--out DIR writes its files, for palio simulate.\n");
    return;
  }
  say("The same from files:\n");
  for (const Recipe* strategy : {&duel.target, &duel.base})
    say("  palio simulate --platform {} --workload {} --strategy {}{}\n",
        brief_shell_word(answer.folder + "/platform.json"), brief_shell_word(answer.folder + "/workload.json"),
        brief_shell_word(label_of(*strategy, answer.known)),
        code_words(answer.known.code_of(strategy->name), CodeUse::names));
}

std::string headline(const Worst& worst) {
  if (std::isnan(worst.simulated()))
    return fmt::format("{} takes {:.4g} times as long as {} by their plans, but one of the two failed.", worst.target,
                       worst.instance->ratio, worst.base);
  return fmt::format("{} takes {:.4g} times as long as {}: {:.6g} s against {:.6g} s.", worst.target, worst.simulated(),
                     worst.base, worst.target_makespan, worst.base_makespan);
}

std::string place_text(const Worst& worst) {
  const std::vector<double>& all = worst.by_restart;
  const std::int64_t evaluation = worst.instance->evaluation;
  if (all.size() == 1) return fmt::format("Found by the only restart, at evaluation {}.", evaluation);
  return fmt::format(
      "Found by restart {} at evaluation {}; the worst of each of {} restarts: {:.4g} to {:.4g}, median {:.4g}.",
      worst.instance->restart, evaluation, all.size(), all.front(), all.back(), worst.median());
}

// Where it was found, and why it is so bad.
std::vector<std::string> explanations(const DuelAnswer& answer, const Duel& duel, const Worst& worst) {
  std::vector<std::string> lines{place_text(worst)};
  if (std::abs(worst.simulated() / worst.instance->ratio - 1) > k_same_dates)
    lines.push_back(
        fmt::format("The search saw {:.4g} times: it went by plans, which know no contention.", worst.instance->ratio));
  std::ranges::move(reasons_of(answer, duel, worst), std::back_inserter(lines));
  return lines;
}

void tell_in_words(const DuelAnswer& answer, const Duel& duel, const Worst& worst) {
  say("{}\n", headline(worst));
  for (const std::string& line : explanations(answer, duel, worst)) say("{}\n", line);
  tell_commands(answer, duel, worst);
}

const std::vector<std::string> k_columns{
    "target",          "base",          "ratio",           "median",       "restarts", "restart", "evaluation",
    "target_makespan", "base_makespan", "target_scenario", "base_scenario"};

SqlValue answer_number(double value) { return std::isnan(value) ? SqlValue() : SqlValue(value); }

void put_row(TableWriter& table, const Duel& duel, const Worst& worst) {
  if (worst.instance == nullptr) return;
  const FoundInstance& found = *worst.instance;
  table.row({worst.target, worst.base, found.ratio, worst.median(), static_cast<std::int64_t>(worst.by_restart.size()),
             found.restart, found.evaluation, answer_number(worst.target_makespan), answer_number(worst.base_makespan),
             scenario_of(found, duel.target), scenario_of(found, duel.base)});
}

void tell_rows(const DuelAnswer& answer, const std::vector<Duel>& duels, Format format) {
  const CampaignReader reader(answer.database);
  TableWriter table(stdout, format);
  table.header(k_columns);
  for (const Duel& duel : duels) put_row(table, duel, worst_of(answer, reader, duel));
  table.finish();
}

// A strategy as the target of all its duels.
struct AsTarget {
  const FoundInstance* worst = nullptr;
  int duels = 0, twice = 0, fivefold = 0;

  void add(const FoundInstance& found) {
    ++duels;
    twice += found.ratio >= 2 ? 1 : 0;
    fivefold += found.ratio >= 5 ? 1 : 0;
    if (worst == nullptr || found.ratio > worst->ratio) worst = &found;
  }
};

void tell_targets(const DuelAnswer& answer, const std::vector<Duel>& duels) {
  std::map<std::string, AsTarget> targets;
  for (const Duel& duel : duels) {
    const std::string target = label_of(duel.target, answer.known);
    const auto all = worst_by_restart(answer.record, target, label_of(duel.base, answer.known));
    const auto worst = std::ranges::max_element(all, {}, &FoundInstance::ratio);
    if (worst != all.end()) targets[target].add(**worst);
  }
  TableWriter table(stdout, Format::table);
  table.header({"strategy", "worst beside", "ratio", "at least 2 times", "at least 5 times", "of"});
  for (const auto& [target, as] : targets)
    table.row({target, as.worst->base, as.worst->ratio, std::int64_t{as.twice}, std::int64_t{as.fivefold},
               std::int64_t{as.duels}});
  table.finish();
}

}  // namespace

DuelInstance instance_of(const FoundInstance& found) {
  const auto& [p, p_text] = found.platform;
  const auto& [w, w_text] = found.workload;
  return duel_instance(as<Platform>(platform_family(p.name).build(p, p_text)),
                       as<Workload>(workload_family(w.name).build(w, w_text)));
}

void tell_duel(const DuelAnswer& answer, const Duel& duel, Format format) {
  const CampaignReader reader(answer.database);
  const Worst worst = worst_of(answer, reader, duel);
  if (worst.instance == nullptr) return;  // it was interrupted before the first restart ended
  if (!answer.folder.empty()) write_files(answer.folder, *worst.instance);
  if (!answer.page.empty())
    write_output(answer.page,
                 duel_page({answer, duel, *worst.instance, headline(worst), explanations(answer, duel, worst)}));
  if (format == Format::table) return tell_in_words(answer, duel, worst);
  TableWriter table(stdout, format);
  table.header(k_columns);
  put_row(table, duel, worst);
  table.finish();
}

void tell_duels(const DuelAnswer& answer, const std::vector<Duel>& duels, Format format) {
  if (format == Format::table)
    tell_targets(answer, duels);
  else
    tell_rows(answer, duels, format);
}

}  // namespace palio
