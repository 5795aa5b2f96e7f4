#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "campaign/cli/commands.h"
#include "campaign/cli/commands/duel_answer.h"
#include "campaign/cli/options/engine_option.h"
#include "campaign/cli/options/ingredient_argument.h"
#include "campaign/cli/options/options.h"
#include "campaign/cli/options/run_options.h"
#include "campaign/cli/output/waiting_line.h"
#include "campaign/cli/syntax/exit_status.h"
#include "campaign/plan/stored_campaign.h"
#include "campaign/run/cores.h"
#include "core/error.h"
#include "core/text/talk.h"
#include "platforms/family.h"
#include "runners/client/worker_runner.h"
#include "workloads/family.h"

namespace palio {
namespace {

struct DuelOptions {
  std::vector<std::string> strategies;
  bool all = false;
  std::string family, from, platform;  // as typed
  std::int64_t restarts = 10;
  std::int64_t seed = 1;
  SearchRules rules;
  std::string acceptance = "metropolis", dates;
  std::optional<double> hottest, coldest;
  std::string folder, page;
  Format format = Format::table;
  RunCommandOptions run;  // how found instances are carried out
};

SearchRules rules_of(const DuelOptions& options) {
  SearchRules rules = options.rules;
  rules.acceptance = options.acceptance == "ratio" ? Acceptance::ratio : Acceptance::metropolis;
  rules.hottest = options.hottest.value_or(usual_hottest(rules.acceptance));
  rules.coldest = options.coldest.value_or(usual_coldest(rules.acceptance));
  if (rules.coldest > rules.hottest)
    throw UserError(
        fmt::format("--coldest {} is above --hottest {}: the temperature falls", rules.coldest, rules.hottest));
  return rules;
}

StartSource platform_source(const DuelOptions& options) {
  if (options.platform.empty()) return {};
  if (names_recipe(options.platform) && !platform_family(recipe_name(options.platform)).reads_file())
    return options.platform;
  return ingredient_argument(options.platform, "platform family", platform_families());
}

StartSource workload_source(const DuelOptions& options) {
  if (!options.family.empty() && !options.from.empty())
    throw UserError("--family and --from are two starts: leave one of them out");
  if (!options.family.empty()) return options.family;
  if (options.from.empty()) return {};
  if (options.platform.empty())
    throw UserError(fmt::format("--from {} needs the platform that it runs on: --platform FILE", options.from));
  return ingredient_argument(options.from, "workload family", workload_families());
}

std::vector<Duel> duels_of(const DuelOptions& options, const StrategySet& known) {
  const std::vector<Recipe> typed = read_contestants(options.strategies, known);
  if (options.all) {
    if (!options.folder.empty() || !options.page.empty())
      throw UserError("--out and --report show one duel: take them with the two strategies of a pair, without --all");
    if (typed.size() == 1)
      throw UserError(
          "--all needs two strategies at least, or none: then it takes all heuristics for sequential tasks");
    return all_pairs(typed.empty() ? all_heuristics() : typed);
  }
  if (typed.size() != 2)
    throw UserError(
        fmt::format("a duel is between two strategies, and {} named: palio duel HEFT FastestNode --db F, "
                    "or --all for every pair of several",
                    typed.size() == 1 ? "one is" : fmt::format("{} are", typed.size())));
  return {{typed[0], typed[1]}};
}

// What decides which dates there are, where nothing is typed.
DuelDates dates_of(const DuelOptions& options, const std::vector<Duel>& duels, const StrategySet& known) {
  if (options.dates == "simulated") return DuelDates::simulated;
  for (const auto& [target, base] : duels)
    for (const Recipe* strategy : {&target, &base})
      if (const std::string reason = no_dates(*strategy, known); !reason.empty()) {
        if (options.dates.empty()) return DuelDates::simulated;
        throw UserError(fmt::format("--dates planned cannot be had of {}: {}; take --dates simulated",
                                    label_of(*strategy, known), reason));
      }
  return DuelDates::planned;
}

void check_duels(const std::vector<Duel>& duels, const DuelStarts& starts, const StrategySet& known) {
  const DuelInstance start = starts.instance(0);
  const Workload workload = workload_of(start);
  for (const auto& [target, base] : duels)
    for (const Recipe* recipe : {&target, &base}) {
      check_workload(known.named(recipe->name), workload);
      check_platform(known.named(recipe->name), start.platform);
    }
}

std::string settings_of(const DuelOptions& options, const DuelStarts& starts, DuelDates dates) {
  return fmt::format("{}, seed {}: {} evaluations, {}, from {} to {}, {} dates", starts.title(), options.seed,
                     options.rules.evaluations, options.acceptance, options.rules.hottest, options.rules.coldest,
                     dates == DuelDates::planned ? "planned" : "simulated");
}

// The engine of a duel's simulated dates, which is that of its campaign.
const EngineChoice& engine_of_duel(const DuelOptions& options) {
  return engine_named(options.run.engine.empty() ? "fluid" : options.run.engine);
}

DuelSearch::MakeJudge judges(const DuelOptions& options, DuelDates dates, const StrategySet& known) {
  if (dates == DuelDates::planned) return [] { return std::make_unique<PlanJudge>(); };
  return [&options, known] {
    return std::make_unique<SimulationJudge>(known,
                                             std::make_unique<WorkerRunner>(worker_program(engine_of_duel(options))));
  };
}

DuelRecord record_of(const DuelOptions& options, const std::string& settings, const StrategySet& known) {
  const auto reader = begun_campaign(options.run.database);
  if (!reader) return {settings, options.seed, {}, {}};
  try {
    return stored_record(*reader, settings, known);
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", options.run.database, error.what()));
  }
}

void add_found(DuelRecord& record, const std::vector<SearchedUnit>& searched, const StrategySet& known) {
  std::int64_t failed = 0;
  std::string failure;
  for (const SearchedUnit& unit : searched) {
    for (const Recipe* strategy : {&unit.unit.duel.target, &unit.unit.duel.base})
      if (std::ranges::find(record.strategies, *strategy) == record.strategies.end())
        record.strategies.push_back(*strategy);
    std::ranges::move(found_instances(unit, known), std::back_inserter(record.found));
    if (failure.empty()) failure = unit.found.failure;
    failed += unit.found.failed;
  }
  if (failed > 0) talk("{} evaluations had no result and count as moves that were not made: {}\n", failed, failure);
}

// Searches what is missing and stores it wave by wave; the exit status.
class DuelCommand {
public:
  DuelCommand(DuelOptions options, StrategySet known, std::vector<Duel> duels)
      : options_(std::move(options)),
        known_(std::move(known)),
        duels_(std::move(duels)),
        starts_(platform_source(options_), workload_source(options_), options_.seed) {
    check_duels(duels_, starts_, known_);
    if (options_.run.engine.empty() && starts_.instance(0).platform.interconnect == Interconnect::loaded)
      options_.run.engine = "simgrid";  // alone carries out its own platforms
    dates_ = dates_of(options_, duels_, known_);
    record_ = record_of(options_, settings_of(options_, starts_, dates_), known_);
    options_.run.way_on = "the same command";
  }

  int run() {
    const int status = search_and_store();
    if (status == k_interrupted || record_.found.empty()) return status;
    const DuelAnswer answer{.record = record_,
                            .known = known_,
                            .database = options_.run.database,
                            .folder = options_.folder,
                            .page = options_.page,
                            .evaluations = options_.rules.evaluations,
                            .engine = engine_of_duel(options_)};
    if (duels_.size() == 1)
      tell_duel(answer, duels_.front(), options_.format);
    else
      tell_duels(answer, duels_, options_.format);
    return status;
  }

private:
  int search_and_store() {
    using namespace std::chrono_literals;
    constexpr int k_share = 4;  // of the time may go into searching what a kill would lose, to one part of storing
    const std::vector<SearchUnit> units = missing_units(record_, duels_, options_.restarts, known_);
    Interruption interruption;  // before any thread, so that all block its signals
    const int jobs = options_.run.jobs > 0 ? options_.run.jobs : cores();
    DuelSearch search(starts_, options_.rules, options_.seed, judges(options_, dates_, known_));
    std::chrono::milliseconds wave = 10s;
    int status = k_success;
    std::size_t done = 0;
    do {
      const std::size_t before = record_.found.size();
      {
        const WaitingLine line(
            [&] { return fmt::format("searched {} of {} restarts", search.searched(), units.size()); });
        const auto searched =
            search.search(std::span(units).subspan(done), jobs, wave, [&] { return interruption.requested(); });
        done += searched.size();
        add_found(record_, searched, known_);
      }
      if (interruption.requested() && record_.found.size() == before) return k_interrupted;
      const auto begin = std::chrono::steady_clock::now();
      status = std::max(status, store(interruption));
      const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
      wave = std::max<std::chrono::milliseconds>(10s, k_share * took);
    } while (done < units.size() && status != k_user_error && !interruption.requested());
    if (done < units.size() && status != k_user_error) return k_interrupted;
    return status;
  }

  int store(Interruption& interruption) {
    const Study study = duel_study(record_, known_);
    return carry_out(study, options_.run, duel_selection(), interruption);
  }

  DuelOptions options_;
  StrategySet known_;
  std::vector<Duel> duels_;
  DuelStarts starts_;
  DuelDates dates_ = DuelDates::planned;
  DuelRecord record_;
};

int run_duel(DuelOptions options) {
  StrategySet known = given_code(options.run.code);
  options.rules = rules_of(options);
  std::vector<Duel> duels = duels_of(options, known);
  return DuelCommand(std::move(options), std::move(known), std::move(duels)).run();
}

void add_start(const CommandSyntax& command, DuelOptions& options) {
  command
      .add_option("--family", options.family,
                  "Workload family that each restart draws its graph from; a chain of 3 to 5 tasks unless given")
      .type_name("FAMILY[:p=v,...]");
  command.add_option("--from", options.from, "Workload file that all restarts begin with").type_name("FILE");
  command
      .add_option("--platform", options.platform,
                  "Platform file, or a family that each restart draws from; a mesh of 3 to 5 hosts unless given")
      .type_name("FILE|FAMILY[:p=v,...]");
}

void add_rules(const CommandSyntax& command, DuelOptions& options) {
  require_count(command.add_option("--evaluations", options.rules.evaluations, "Moves that each restart tries")
                    .type_name("N")
                    .capture_default_str(),
                1, k_any_count);
  require_count(command.add_option("--restarts", options.restarts, "Searches of each pair of strategies")
                    .type_name("R")
                    .capture_default_str(),
                1, 1'000'000);
  command.add_option("--seed", options.seed, "Seed of all draws").type_name("S").capture_default_str();
  require_choice(command
                     .add_option("--acceptance", options.acceptance,
                                 "How likely a move to a better instance is: exp((r - r before) / T), or exp(-r / T)")
                     .type_name("metropolis|ratio")
                     .capture_default_str(),
                 {"metropolis", "ratio"});
  require_number(
      command
          .add_option("--hottest", options.hottest, "Temperature T at the beginning; 0.3 unless given, 10 with ratio")
          .type_name("T"),
      Least::above_zero);
  require_number(
      command.add_option("--coldest", options.coldest, "Temperature at the end; 0.003 unless given, 0.1 with ratio")
          .type_name("T"),
      Least::above_zero);
  require_choice(command
                     .add_option("--dates", options.dates,
                                 "What the search goes by: the strategies' plans, without contention, or simulations; "
                                 "plans where all strategies have them")
                     .type_name("planned|simulated"),
                 {"planned", "simulated"});
}

}  // namespace

void setup_duel(const CommandSyntax& app) {
  const auto options = std::make_shared<DuelOptions>();
  const CommandSyntax command =
      app.add_subcommand("duel", "Search instances on which one strategy is worst beside another");
  command
      .add_option("strategies", options->strategies,
                  "The strategy that is to be bad, and the one beside it; more with --all")
      .type_name("STRATEGY");
  command.add_flag("--all", options->all, "Every pair, of all heuristics for sequential tasks unless some are named");
  command.add_option("--db", options->run.database, "Campaign file that keeps what is found; go on with it to add more")
      .required()
      .type_name("F");
  add_start(command, *options);
  add_rules(command, *options);
  require_count(command.add_option("-j,--jobs", options->run.jobs, "Searches side by side; one per core unless given")
                    .type_name("N"),
                1, 4096);
  add_engine(command, options->run.engine, "fluid");
  add_code(command, options->run.code, CodeUse::names);
  command.add_option("--out", options->folder, "Folder for the files of the worst instance").type_name("DIR");
  command.add_option("--report", options->page, "HTML page that shows the worst instance and both schedules")
      .type_name("FILE.html");
  add_format(command, options->format);
  command.add_flag("-q,--quiet", options->run.quiet, "No progress on stderr");
  command.runs([options] { return run_duel(*options); });
}

}  // namespace palio
