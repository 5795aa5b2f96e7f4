#include "campaign/cli/commands/duel/duel_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>

#include "campaign/cli/commands/duel/duel_page.h"
#include "campaign/cli/options/code_options.h"
#include "campaign/cli/output/output.h"
#include "campaign/duel/reason.h"
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
