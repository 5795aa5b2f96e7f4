#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "campaign/cli/commands.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/options/spec_argument.h"
#include "campaign/cli/output/output.h"
#include "campaign/cli/output/run_end.h"
#include "campaign/duel/duel_report.h"
#include "core/error.h"
#include "core/text/talk.h"
#include "platforms/family.h"

namespace palio {
namespace {

struct DuelOptions {
  std::vector<std::string> strategies;
  bool all = false;
  std::string family, from, platform;  // as typed
  std::int64_t restarts = 10;
  std::int64_t seed = 1;
  SearchRules rules;
  std::string dates;  // as typed
  std::optional<double> hottest, coldest;
  std::string folder, page;
  Format format = Format::table;
  CodeOptions code;
  TypedRun run;  // how the instances found are run
};

SearchRules rules_of(const DuelOptions& options) {
  SearchRules rules = options.rules;
  rules.hottest = options.hottest.value_or(usual_hottest(rules.acceptance));
  rules.coldest = options.coldest.value_or(usual_coldest(rules.acceptance));
  if (rules.coldest > rules.hottest)
    throw UserError("--coldest {} is above --hottest {}, but the temperature falls from --hottest to --coldest",
                    rules.coldest, rules.hottest);
  return rules;
}

StartSource platform_source(const DuelOptions& options) {
  if (options.platform.empty()) return {};
  if (names_recipe(options.platform) && !platform_family(recipe_name(options.platform)).reads_file())
    return options.platform;
  return platform_argument(options.platform);
}

StartSource workload_source(const DuelOptions& options) {
  if (!options.family.empty() && !options.from.empty())
    throw UserError("--family and --from both give the start: leave one of them out");
  if (!options.family.empty()) return options.family;
  if (options.from.empty()) return {};
  if (options.platform.empty())
    throw UserError("--from {} needs the platform that it runs on: --platform FILE", options.from);
  return workload_argument(options.from);
}

std::vector<Duel> duels_of(const DuelOptions& options, const StrategySet& known) {
  const std::vector<Recipe> typed = read_contestants(options.strategies, known);
  if (options.all) {
    if (!options.folder.empty() || !options.page.empty())
      throw UserError("--out and --report show a single duel: name its two strategies, without --all");
    if (typed.size() == 1)
      throw UserError(
          "--all needs at least two strategies, or none: then it takes all heuristics for sequential tasks");
    return all_pairs(typed.empty() ? all_heuristics() : typed);
  }
  if (typed.size() != 2)
    throw UserError(
        "a duel is between two strategies, and {} named: palio duel HEFT FastestNode --db F, "
        "or --all for every pair of several",
        typed.size() == 1 ? "one is" : fmt::format("{} are", typed.size()));
  return {{typed[0], typed[1]}};
}

DuelRequest request_of(const DuelOptions& options) {
  StrategySet known = given_code(options.code);
  const SearchRules rules = rules_of(options);
  DuelRequest request{.duels = duels_of(options, known),
                      .platform = platform_source(options),
                      .workload = workload_source(options),
                      .rules = rules,
                      .seed = options.seed,
                      .restarts = options.restarts,
                      .run = options.run,
                      .known = std::move(known)};
  if (!options.dates.empty()) request.dates = options.dates == "planned" ? DuelDates::planned : DuelDates::simulated;
  return request;
}

// A strategy's label as a file name: "hcpa-improved".
std::string file_word(const std::string& label) {
  std::string word;
  for (const char c : label) word += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
  return word;
}

// The options that make a command line find custom code.
std::string code_words(const CustomCode* code, CodeUse use) {
  if (code == nullptr) return {};
  if (code->kind() == CodeKind::library) return " --plugin " + brief_shell_word(code->place());
  return use == CodeUse::campaign ? " --allow-commands" : " --command " + brief_shell_words({code->command()});
}

void tell_commands(const WorstOfDuel& worst, const DuelOptions& options, const StrategySet& known) {
  say("\nTo see its schedules again, with Gantt charts:\n");
  for (const Recipe* strategy : {&worst.duel.target, &worst.duel.base})
    say("  palio replay {} {} --gantt {}.svg{}\n", brief_shell_word(options.run.database),
        scenario_of(*worst.instance, *strategy), file_word(label_of(*strategy, known)),
        code_words(known.code_of(strategy->name), CodeUse::campaign));
  if (options.folder.empty()) {
    say("--out DIR writes its files, for palio simulate.\n");
    return;
  }
  say("The same from files:\n");
  for (const Recipe* strategy : {&worst.duel.target, &worst.duel.base})
    say("  palio simulate --platform {} --workload {} --strategy {}{}\n",
        brief_shell_word(options.folder + "/platform.json"), brief_shell_word(options.folder + "/workload.json"),
        brief_shell_words({label_of(*strategy, known)}), code_words(known.code_of(strategy->name), CodeUse::names));
}

void tell_rows(const std::vector<WorstOfDuel>& duels, Format format) {
  TableWriter table(format, {"target", "base", "ratio", "median", "restarts", "restart", "evaluation",
                             "target_makespan", "base_makespan", "target_scenario", "base_scenario"});
  const auto number = [](double value) { return std::isnan(value) ? SqlValue() : SqlValue(value); };
  for (const WorstOfDuel& worst : duels) {
    if (worst.instance == nullptr) continue;
    const FoundInstance& found = *worst.instance;
    table.row({worst.target, worst.base, found.ratio, worst.median(), whole(worst.by_restart.size()), found.restart,
               found.evaluation, number(worst.target_makespan), number(worst.base_makespan),
               scenario_of(found, worst.duel.target), scenario_of(found, worst.duel.base)});
  }
  table.finish();
}

// A strategy as the target of all its duels.
struct AsTarget {
  const FoundInstance* worst = nullptr;
  std::int64_t duels = 0, twice = 0, fivefold = 0;

  void add(const FoundInstance& found) {
    ++duels;
    twice += found.ratio >= 2 ? 1 : 0;
    fivefold += found.ratio >= 5 ? 1 : 0;
    if (worst == nullptr || found.ratio > worst->ratio) worst = &found;
  }
};

// For people: a row for each strategy, against all others.
void tell_targets(const DuelRequest& request, const DuelRecord& record) {
  std::map<std::string, AsTarget> targets;
  for (const Duel& duel : request.duels) {
    const std::string target = label_of(duel.target, request.known);
    const auto all = worst_by_restart(record, target, label_of(duel.base, request.known));
    const auto worst = std::ranges::max_element(all, {}, &FoundInstance::ratio);
    if (worst != all.end()) targets[target].add(**worst);
  }
  TableWriter table(Format::table, {"strategy", "worst beside", "ratio", "at least 2 times", "at least 5 times", "of"});
  for (const auto& [target, as] : targets)
    table.row({target, as.worst->base, as.worst->ratio, as.twice, as.fivefold, as.duels});
  table.finish();
}

// Prints the worst instance of one duel, in words or as a row; writes its files and the page.
void tell_duel(const WorstOfDuel& worst, const DuelOptions& options, const DuelRequest& request,
               const DuelResult& result) {
  if (worst.instance == nullptr) return;  // it was interrupted before the first restart ended
  if (const std::filesystem::path folder = options.folder; !folder.empty()) {
    std::filesystem::create_directories(folder);
    write_output((folder / "platform.json").string(), worst.instance->platform.definition);
    write_output((folder / "workload.json").string(), worst.instance->workload.definition);
  }
  if (!options.page.empty()) write_output(options.page, duel_page(worst, request, result));
  if (options.format != Format::table) return tell_rows({worst}, options.format);
  say("{}\n", headline(worst));
  for (const std::string& line : explanations(worst, request.known)) say("{}\n", line);
  tell_commands(worst, options, request.known);
}

int run_duel(const DuelOptions& options) {
  const DuelRequest request = request_of(options);
  Interruption interruption;
  const DuelResult result = search_duels(request, interruption);
  const int status = result.interrupted ? k_interrupted : exit_status(result.stored);
  if (status == k_interrupted || result.record.found.empty()) return status;
  if (request.duels.size() > 1 && options.format == Format::table) {
    tell_targets(request, result.record);
    return status;
  }
  const CampaignReader reader(request.run.database);
  std::vector<WorstOfDuel> worst;
  for (const Duel& duel : request.duels) worst.push_back(worst_of(duel, result.record, request.known, reader));
  if (worst.size() == 1)
    tell_duel(worst.front(), options, request, result);
  else
    tell_rows(worst, options.format);
  return status;
}

void add_start(const CommandSyntax& command, DuelOptions& options) {
  command.add_option("--family FAMILY[:p=v,...]", options.family,
                     "Workload family that each restart draws its graph from (default: a chain of 3 to 5 tasks)");
  command.add_option("--from FILE", options.from, "Workload file that all restarts start from");
  command.add_option("--platform FILE|FAMILY[:p=v,...]", options.platform,
                     "Platform file, or a family that each restart draws from (default: a mesh of 3 to 5 hosts)");
}

void add_rules(const CommandSyntax& command, DuelOptions& options) {
  command.add_option("--evaluations N", options.rules.evaluations, "Moves that each restart tries")
      .capture_default_str()
      .count(1, k_any_count);
  command.add_option("--restarts R", options.restarts, "Searches of each pair of strategies")
      .capture_default_str()
      .count(1, 1'000'000);
  command.add_option("--seed S", options.seed, "Seed of all draws").capture_default_str();
  command.add_choice<Acceptance>(
      "--acceptance metropolis|ratio", {{"metropolis", Acceptance::metropolis}, {"ratio", Acceptance::ratio}},
      [&options](Acceptance typed) { options.rules.acceptance = typed; },
      "Probability of a move to a better instance: exp((r - r before) / T), or exp(-r / T)");
  command.add_option("--hottest T", options.hottest, "Temperature T at the start (default: 0.3, with ratio 10)")
      .number(Least::above_zero);
  command.add_option("--coldest T", options.coldest, "Temperature at the end (default: 0.003, with ratio 0.1)")
      .number(Least::above_zero);
  command
      .add_option("--dates planned|simulated", options.dates,
                  "Dates that the search compares: the strategies' plans, without contention, or simulations (default: "
                  "plans if all strategies have them)")
      .choice({"planned", "simulated"});
}

}  // namespace

void setup_duel(const CommandSyntax& app) {
  const auto [command, options] = add_command<DuelOptions>(
      app, "duel", "Search for instances on which one strategy does worst compared with another", run_duel);
  command.add_option("strategies STRATEGY", options.strategies,
                     "The strategy to make look bad, and the one to compare it with; more with --all");
  command.add_flag("--all", options.all,
                   "Every pair of the named strategies (default: of all heuristics for sequential tasks)");
  command
      .add_option("--db F", options.run.database,
                  "Campaign file for the instances found; run again with it to add more")
      .required();
  add_start(command, options);
  add_rules(command, options);
  add_jobs(command, options.run.jobs, "Searches");
  add_engine(command, options.run.engine, "fluid");
  add_code(command, options.code, CodeUse::names);
  command.add_option("--out DIR", options.folder, "Folder for the files of the worst instance");
  command.add_option("--report FILE.html", options.page, "HTML page that shows the worst instance and both schedules");
  add_format(command, options.format);
  command.add_flag("-q,--quiet", options.run.quiet, "No progress on stderr");
}

}  // namespace palio
