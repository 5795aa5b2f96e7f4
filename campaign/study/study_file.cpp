#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include "campaign/study/study_reader.h"
#include "campaign/targets/looks_table.h"
#include "core/identity/engine_choice.h"
#include "core/metrics.h"
#include "core/toml/toml_text.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr auto k_study_words = std::to_array<std::string_view>({"samples", "exclude", "only", "zip", "design"});
constexpr std::string_view k_workloads = "workloads", k_platforms = "platforms", k_plugin = "plugin",
                           k_command = "command", k_files = "files";
constexpr auto k_strategy_words = std::to_array<std::string_view>(
    {"samples", "exclude", "only", "zip", "design", k_platforms, k_workloads, k_plugin, k_command, k_files});

// Blocks that name a family.
template <auto family>
BlockKind family_blocks(std::string_view table) {
  return {table, "family", [](const toml::table& /*block*/, std::string_view name) { return family(name).parameters; },
          k_study_words, [](std::string_view name) { return family(name).kept; }};
}

constexpr std::string_view k_metric = "metric", k_where = "where", k_timeout = "timeout";

// JSON and XML are what studies name.
void refuse_foreign(std::string_view text, const StudyPlace& place) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || (text[first] != '{' && text[first] != '<')) return;
  place.fail(
      1, fmt::format("a study is a TOML file, but this begins as {}: name it in a study, as path of a [[workload]] "
                     "of the family \"workflow\" (WfCommons JSON, DAX, DOT) or \"file\" (Palio's JSON), or of a "
                     "[[platform]] of \"file\" or \"simgrid\" (SimGrid's XML); palio init FILE writes a first study",
                     text[first] == '{' ? "JSON" : "XML"));
}

toml::table parse_toml(std::string_view text, const std::string& path) {
  const StudyPlace place(path);
  try {
    return parsed_toml(text, path);
  } catch (const toml::parse_error& error) {
    refuse_foreign(text, place);
    place.fail(error.source().begin.line,
               fmt::format("{}; the rest of the file is checked when this is TOML", error.description()));
  }
}

// An empty one for a text that is no study.
toml::table toml_or_nothing(std::string_view text) {
  try {
    return parse_toml(text, {});
  } catch (const UserError&) {
    return {};
  }
}

// The study's name is also the name of its database.
bool is_unfit_for_a_file(char c) { return (c >= '\0' && c <= ' ') || c == '/' || c == '\\' || c == '\x7f'; }

class StudyReader {
public:
  StudyReader(std::string_view text, const std::string& path, InputFiles& files, StudyCode code)
      : text_(text), path_(path), place_(path), files_(files), code_(std::move(code)) {}

  /// The places are those of its blocks.
  std::pair<Study, StudyPlaces> read() {
    toml::table root = parse_toml(text_, path_);
    const bool includes = include_studies(root, text_, path_, files_.source(), parse_toml);
    constexpr auto tables =
        std::to_array<std::string_view>({"study", "platform", "workload", "strategy", "reading", "looks", "include"});
    Problems problems;
    problems.attempt([&] { place_.refuse_unknown_keys(root, "a study file", tables); });
    check_looks(root, [this](const toml::node& node, const std::string& message) { place_.fail(node, message); });
    Study study;
    study.path = path_;
    study.text = includes ? text_of_study(root) : std::string(text_);
    apply_looks(root);
    problems.attempt([&] { read_header(root, study); });
    const BlockContext context{place_, files_, seeds_};
    const BlockKind strategy_blocks{
        "strategy", "name",
        [this](const toml::table& block, std::string_view name) { return strategy_specs(block, name); },
        k_strategy_words, [](std::string_view /*name*/) { return KeptOfFile::content; }};
    MadeBlocks made;
    const auto read = [&](const BlockKind& kind, std::vector<MadeBlock>& blocks) {
      problems.attempt([&] { blocks = read_blocks(context, root, kind); });
    };
    read(family_blocks<platform_family>("platform"), made.platforms);
    read(family_blocks<workload_family>("workload"), made.workloads);
    read(strategy_blocks, made.strategies);
    problems.tell();
    if (problems.attempt([&] { apply_block_conditions(place_, made, code_.known); })) {
      problems.attempt([&] { refuse_duplicates(place_, made.platforms, "platform"); });
      problems.attempt([&] { refuse_duplicates(place_, made.workloads, "workload"); });
      problems.attempt([&] { refuse_duplicates(place_, made.strategies, "strategy"); });
    }
    for (const auto* blocks : {&made.platforms, &made.workloads, &made.strategies})
      for (const MadeBlock& block : *blocks) std::ranges::copy(block.left_out, std::back_inserter(study.left_out));
    StudyPlaces places;
    places.platforms = add_specs(std::move(made.platforms), study.platforms);
    places.workloads = add_specs(std::move(made.workloads), study.workloads);
    problems.attempt([&] { add_strategies(std::move(made.strategies), study); });
    problems.attempt([&] { add_conditions(root, study); });
    if (problems.none()) problems.attempt([&] { refuse_idle_workloads(places.workloads, study); });
    problems.attempt([&] { study.readings = read_readings(place_, root, study); });
    problems.tell();
    return {std::move(study), std::move(places)};
  }

private:
  void read_header(const toml::table& root, Study& study) {
    const toml::node* node = root.get("study");
    if (node == nullptr || !node->is_table()) place_.fail(1, "there is no [study] table with name and seed");
    const toml::table& table = *node->as_table();
    constexpr auto keys = std::to_array<std::string_view>(
        {"name", "title", "source", "seed", "engine", k_metric, "until", "at_most", k_where, k_timeout});
    Problems problems;
    problems.attempt([&] { place_.refuse_unknown_keys(table, "[study]", keys); });
    problems.attempt([&] { study.name = study_name(table); });
    problems.attempt([&] { study.title = table.contains("title") ? required_text(table, "title") : study.name; });
    problems.attempt([&] { study.source = table.contains("source") ? required_text(table, "source") : ""; });
    problems.attempt([&] {
      seeds_ = study_seeds(table);
      study.seed = seeds_.front();
    });
    problems.attempt([&] { study.time_limit = study_time_limit(table); });
    problems.attempt([&] {
      if (!table.contains("engine")) return;
      study.engine = required_text(table, "engine");
      place_.at(*table.get("engine"), [&] { engine_named(study.engine); });
    });
    problems.attempt([&] {
      if (!table.contains(k_metric)) return;  // checked only: comparisons ask usual_metric()
      const std::string metric = required_text(table, k_metric);
      place_.at(*table.get(k_metric), [&] { refuse_unranked(metric_named(metric)); });
    });
    problems.tell();
  }

  std::string study_name(const toml::table& table) const {
    std::string name = required_text(table, "name");
    if (name.empty() || std::ranges::any_of(name, is_unfit_for_a_file))
      place_.fail(*table.get("name"),
                  fmt::format("name must have no space or slash, because it names the database, but is \"{}\"", name));
    return name;
  }

  std::vector<std::int64_t> study_seeds(const toml::table& table) const {
    const toml::node* node = table.get("seed");
    const toml::array* list = node == nullptr ? nullptr : node->as_array();
    std::vector<std::int64_t> seeds;
    const auto add = [&](const toml::node* seed) {
      if (seed == nullptr || !seed->is_integer())
        place_.fail(seed == nullptr ? table : *seed,
                    "[study] needs seed, an integer: it fixes every draw; a list of integers repeats the whole study");
      if (std::ranges::find(seeds, seed->as_integer()->get()) != seeds.end())
        place_.fail(*seed, fmt::format("seed {} is there twice", seed->as_integer()->get()));
      seeds.push_back(seed->as_integer()->get());
    };
    if (list == nullptr) add(node);
    if (list != nullptr)
      for (const toml::node& seed : *list) add(&seed);
    if (seeds.empty()) place_.fail(*node, "seed is an empty list: give it an integer");
    return seeds;
  }

  std::optional<double> study_time_limit(const toml::table& table) const {
    const toml::node* node = table.get(k_timeout);
    if (node == nullptr) return std::nullopt;
    const std::optional<double> seconds = node->value<double>();
    if (!node->is_number() || !std::isfinite(*seconds) || *seconds < 0)
      place_.fail(*node, "timeout must be the CPU seconds that a scenario may take, 0 for no limit");
    return seconds;
  }

  // Platforms and workloads of one seed belong together; then what the study says.
  void add_conditions(const toml::table& root, Study& study) const {
    const auto draws = [](const Spec& spec) { return spec.recipe.parameters.contains(role_name(ParameterRole::seed)); };
    if (seeds_.size() > 1 && std::ranges::any_of(study.platforms, draws) && std::ranges::any_of(study.workloads, draws))
      study.conditions.emplace_back(
          std::ranges::all_of(study.platforms, draws) && std::ranges::all_of(study.workloads, draws)
              ? "platform_seed = workload_seed"
              : "(platform_seed = workload_seed OR platform_seed IS NULL OR workload_seed IS NULL)");
    const toml::node* where = root["study"].as_table()->get(k_where);
    if (where == nullptr) return;
    study.conditions.push_back(place_.text(*where, k_where));
    const ScenarioFilter filter = place_.at(*where, [&] { return ScenarioFilter(study); });
    const auto pairs = filter.equal_instances();
    if ((pairs && pairs->empty()) || std::ranges::count(filter.kept(StudySide::platform), true) == 0 ||
        std::ranges::count(filter.kept(StudySide::workload), true) == 0)
      place_.fail(*where, fmt::format("where {} holds for no platform with any workload: compare the values of the two "
                                      "blocks",
                                      study.conditions.back()));
  }

  std::string required_text(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) place_.fail(table, fmt::format("[study] needs {}, a text", key));
    if (!node->is_string()) place_.fail(*node, fmt::format("{} must be a text in quotes", key));
    return node->as_string()->get();
  }

  // Returns the places of the blocks that made them.
  std::vector<std::shared_ptr<const std::string>> add_specs(std::vector<MadeBlock> blocks,
                                                            std::vector<Spec>& all) const {
    std::vector<std::shared_ptr<const std::string>> places;
    for (MadeBlock& block : blocks) {
      const auto place = std::make_shared<const std::string>(place_.text_of(block.table->source()));
      for (Recipe& recipe : block.recipes) {
        Spec& made = all.emplace_back(Spec{std::move(recipe), {}});
        if (const ParameterSpec* path = parameter_of(block.specs, ParameterRole::path))
          made.definition = files_
                                .definition(text_of(made.recipe.parameters, path->name), block.kept,
                                            workflow_reading(made.recipe.parameters))
                                .text;
        places.push_back(place);
      }
    }
    return places;
  }

  // The parameters of a strategy, once the code that its block names is known.
  std::span<const ParameterSpec> strategy_specs(const toml::table& block, std::string_view name) {
    const std::optional<CodeName> named = code_of(place_, block);
    if (!named || !code_.source) return known_strategy(name).parameters;
    const std::shared_ptr<const CustomCode> code = code_.source(*named);
    code_.known.add(code);
    return find_row(code->strategies(), "strategy of " + named->text, name).parameters;
  }

  const Strategy& known_strategy(std::string_view name) const {
    try {
      return code_.known.named(name);
    } catch (const UserError& error) {
      const std::string what = error.what();
      if (what.find("did you mean") != std::string::npos) throw;
      throw UserError("{}; a strategy of your own needs command = or plugin =", what);
    }
  }

  void add_strategies(std::vector<MadeBlock> blocks, Study& study) const {
    study.known = code_.known;
    study.classes = StrategyClasses(study.workloads.size());
    Problems problems;
    for (MadeBlock& block : blocks) problems.attempt([&] { add_strategies(block, study); });
    problems.tell();
  }

  void add_strategies(MadeBlock& block, Study& study) const {
    const std::size_t count = block.recipes.size();
    for (const Recipe& recipe : block.recipes)
      place_.at(*block.table, [&] { check_parameters(study.known.named(recipe.name), recipe.parameters); });
    std::ranges::move(block.recipes, std::back_inserter(study.strategies));
    const auto first = static_cast<std::uint32_t>(study.strategies.size() - count);
    const bool is_parameter = std::ranges::find(block.specs, k_platforms, &ParameterSpec::name) != block.specs.end();
    if (const auto platforms =
            is_parameter ? std::nullopt : items_of_strategies(place_, StudySide::platform, study, *block.table)) {
      const auto taken = std::make_shared<std::vector<bool>>(study.platforms.size());
      for (const std::uint32_t platform : *platforms) (*taken)[platform] = true;
      for (std::uint32_t s = first; s < first + count; ++s) study.platforms_of.emplace(s, taken);
    }
    if (const auto workloads = items_of_strategies(place_, StudySide::workload, study, *block.table))
      place_.at(*block.table, [&] { study.classes.add(count, *workloads); });
    else
      study.classes.add(count);
  }

  // So every instance has a scenario.
  static void refuse_idle_workloads(const std::vector<std::shared_ptr<const std::string>>& places, const Study& study) {
    Problems problems;
    std::set<std::string_view> told;  // a workload of each block is enough
    for (std::size_t w = 0; w < places.size(); ++w)
      if (study.strategies_of(w).empty() && told.insert(*places[w]).second)
        problems.attempt([&] {
          throw UserError("{}: no strategy takes workload {}: let one take it, or leave it out", *places[w],
                          canonical_text(study.workloads[w].recipe));
        });
    problems.tell();
  }

  std::string_view text_;
  const std::string& path_;
  StudyPlace place_;
  std::vector<std::int64_t> seeds_{0};
  InputFiles& files_;
  StudyCode code_;
};

}  // namespace

std::optional<CodeName> code_of(const StudyPlace& place, const toml::table& block) {
  const toml::node* plugin = block.get(k_plugin);
  const toml::node* command = block.get(k_command);
  const toml::node* files = block.get(k_files);
  if (plugin != nullptr && command != nullptr)
    place.fail(*command, "a strategy comes from a plugin or from a command, not from both");
  if (files != nullptr && command == nullptr) place.fail(*files, "files belong to a command, which is missing");
  if (plugin != nullptr) return CodeName{CodeKind::library, place.text(*plugin, k_plugin), {}};
  if (command == nullptr) return std::nullopt;
  CodeName name{CodeKind::command, place.text(*command, k_command), {}};
  if (files == nullptr) return name;
  if (!files->is_array()) place.fail(*files, "files must be a list of texts");
  for (const toml::node& file : *files->as_array()) name.files.push_back(place.text(file, "each of the files"));
  return name;
}

std::shared_ptr<const CustomCode> refuse_code(const CodeName& name) {
  throw UserError("{} is not started here: custom strategies are for palio plan, run and resume", name.text);
}

Study parse_study(std::string_view text, const std::string& path, const FileSource& files, StudyCode code) {
  InputFiles input(files);
  auto [study, places] = StudyReader(text, path, input, std::move(code)).read();
  check_instances(study, places);
  return std::move(study);
}

bool has_readings(std::string_view text) { return toml_or_nothing(text).contains("reading"); }

Study load_study(const std::string& path, const FolderCode& code) {
  return study_in_place(path, read_input(path), code);
}

Study study_in_place(const std::string& path, std::string_view text, const FolderCode& code) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return parse_study(text, input_name(path), files_in(folder.string()), code ? code(folder) : StudyCode());
}

}  // namespace palio
