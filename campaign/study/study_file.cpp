#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <utility>

#include "analysis/queries/ready_query.h"
#include "campaign/study/block_reader.h"
#include "campaign/study/input_file.h"
#include "campaign/study/instance_checks.h"
#include "campaign/study/study.h"
#include "campaign/study/study_place.h"
#include "campaign/study/workload_filter.h"
#include "core/error.h"
#include "core/identity/nearest.h"
#include "platforms/family.h"
#include "runners/engines.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr auto k_words = std::to_array<std::string_view>({"samples", "exclude", "only", "zip"});
constexpr auto k_strategy_words =
    std::to_array<std::string_view>({"samples", "exclude", "only", "zip", WorkloadFilterReader::k_key});
constexpr BlockKind k_platform{"platform", "family",
                               [](std::string_view name) { return platform_family(name).parameters; }, k_words,
                               [](std::string_view name) { return platform_family(name).kept; }};
constexpr BlockKind k_workload{"workload", "family",
                               [](std::string_view name) { return workload_family(name).parameters; }, k_words,
                               [](std::string_view name) { return workload_family(name).kept; }};
constexpr BlockKind k_strategy{"strategy", "name", [](std::string_view name) { return strategy(name).parameters; },
                               k_strategy_words, [](std::string_view) { return KeptOfFile::content; }};

constexpr std::string_view k_metric = "metric";

// Values nest at most 256 lines deep, so that this many parts in each stay within any stack.
constexpr int k_most_dots = 100;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-'; }

// Dots of a line that are not decimal points. A number has one, so that the second of 1.2.3 belongs to a key.
int key_dots(std::string_view line) {
  int dots = 0;
  bool in_number = false;  // behind a decimal point
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '.') {
      const bool decimal = !in_number && i > 0 && is_digit(line[i - 1]) && i + 1 < line.size() && is_digit(line[i + 1]);
      if (!decimal) ++dots;
      in_number = decimal;
    } else if (!is_word(line[i])) {
      in_number = false;
    }
  }
  return dots;
}

// The study's name is that of its database.
bool is_unfit_for_a_file(char c) { return (c >= '\0' && c <= ' ') || c == '/' || c == '\\' || c == '\x7f'; }

class StudyReader {
public:
  StudyReader(std::string_view text, const std::string& path, InputFiles& files, StudyOrigin origin)
      : text_(text), path_(path), place_(path), files_(files), origin_(origin) {}

  /// The lines are those of its blocks.
  std::pair<Study, StudyLines> read() {
    const toml::table root = parse();
    constexpr auto tables = std::to_array<std::string_view>({"study", "platform", "workload", "strategy"});
    refuse_unknown_keys(root, "a study file", tables);
    Study study;
    study.path = path_;
    study.text = text_;
    read_header(root, study);
    const BlockReader blocks(place_, files_, study.seed, origin_);
    StudyLines lines;
    lines.platforms = add_ingredients(blocks.read(root, k_platform), study.platforms);
    lines.workloads = add_ingredients(blocks.read(root, k_workload), study.workloads);
    add_strategies(blocks.read(root, k_strategy), study);
    refuse_idle_workloads(lines.workloads, study);
    return {std::move(study), std::move(lines)};
  }

  /// That the text names, unchecked.
  std::string metric() const { return parse()["study"][k_metric].value_or(std::string()); }

private:
  toml::table parse() const {
    refuse_long_keys();
    try {
      return toml::parse(text_, path_);
    } catch (const toml::parse_error& error) {
      place_.fail(error.source().begin.line, std::string(error.description()));
    }
  }

  // Each part of a dotted key is a table inside the one before, and the library takes them down by recursion.
  void refuse_long_keys() const {
    std::uint32_t line = 1;
    for (std::string_view rest = text_; !rest.empty(); ++line) {
      const std::string_view first = rest.substr(0, rest.find('\n'));
      if (key_dots(first) > k_most_dots)
        place_.fail(line, fmt::format("more than {} dots in one line: break it", k_most_dots));
      rest.remove_prefix(std::min(first.size() + 1, rest.size()));
    }
  }

  void refuse_unknown_keys(const toml::table& table, std::string_view what,
                           std::span<const std::string_view> valid) const {
    for (const auto& [key, node] : table)
      if (std::ranges::find(valid, key.str()) == valid.end())
        place_.fail(key.source().begin.line,
                    fmt::format("unknown key \"{}\" in {}{}", key.str(), what, suggestion(key.str(), valid)));
  }

  void read_header(const toml::table& root, Study& study) const {
    const toml::node* node = root.get("study");
    if (node == nullptr || !node->is_table()) place_.fail(1, "there is no [study] table with name and seed");
    const toml::table& table = *node->as_table();
    constexpr auto keys = std::to_array<std::string_view>({"name", "title", "source", "seed", "engine", k_metric});
    refuse_unknown_keys(table, "[study]", keys);
    study.name = required_text(table, "name");
    if (study.name.empty() || std::ranges::any_of(study.name, is_unfit_for_a_file))
      place_.fail(
          *table.get("name"),
          fmt::format("name must have no space or slash, for it names the database, but is \"{}\"", study.name));
    study.title = table.contains("title") ? required_text(table, "title") : study.name;
    study.source = table.contains("source") ? required_text(table, "source") : "";
    const toml::node* seed = table.get("seed");
    if (seed == nullptr || !seed->is_integer())
      place_.fail(table, "[study] needs seed, an integer: it fixes every draw");
    study.seed = seed->as_integer()->get();
    if (table.contains("engine")) {
      study.engine = required_text(table, "engine");
      place_.at(*table.get("engine"), [&] { engine_named(study.engine); });
    }
    if (table.contains(k_metric)) ranking_metric(table);  // for the report alone, which metric_of_study() tells
  }

  std::string ranking_metric(const toml::table& table) const {
    std::string name = required_text(table, k_metric);
    place_.at(*table.get(k_metric), [&] { cost_sql(metric_named(name)); });
    return name;
  }

  std::string required_text(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) place_.fail(table, fmt::format("[study] needs {}, a text", key));
    if (!node->is_string()) place_.fail(*node, fmt::format("{} must be a text in quotes", key));
    return node->as_string()->get();
  }

  // Returns the lines of the blocks that made them.
  std::vector<std::uint32_t> add_ingredients(std::vector<MadeBlock> blocks, std::vector<Ingredient>& all) const {
    std::vector<std::uint32_t> lines;
    for (MadeBlock& block : blocks)
      for (Recipe& recipe : block.recipes) {
        Ingredient& made = all.emplace_back(Ingredient{std::move(recipe), {}});
        if (const ParameterSpec* path = parameter_of(block.specs, ParameterRole::path))
          made.definition = files_.definition(text_of(made.recipe.parameters, path->name), block.kept).text;
        lines.push_back(StudyPlace::line_of(*block.table));
      }
    return lines;
  }

  void add_strategies(std::vector<MadeBlock> blocks, Study& study) const {
    study.classes = StrategyClasses(study.workloads.size());
    const WorkloadFilterReader filter(place_, study.workloads);
    for (MadeBlock& block : blocks) {
      const std::size_t count = block.recipes.size();
      std::ranges::move(block.recipes, std::back_inserter(study.strategies));
      if (const auto workloads = filter.read(*block.table))
        place_.at(*block.table, [&] { study.classes.add(count, *workloads); });
      else
        study.classes.add(count);
    }
  }

  // So every instance has a scenario.
  void refuse_idle_workloads(const std::vector<std::uint32_t>& lines, const Study& study) const {
    for (std::size_t w = 0; w < lines.size(); ++w)
      if (study.strategies_of(w).empty())
        place_.fail(lines[w], fmt::format("no strategy takes workload {}: let one take it, or leave it out",
                                          canonical_text(study.workloads[w].recipe)));
  }

  std::string_view text_;
  const std::string& path_;
  StudyPlace place_;
  InputFiles& files_;
  StudyOrigin origin_;
};

}  // namespace

Study parse_study(std::string_view text, const std::string& path, const FileSource& files, StudyOrigin origin) {
  InputFiles input(files);
  auto [study, lines] = StudyReader(text, path, input, origin).read();
  check_instances(study, lines);
  return std::move(study);
}

std::string metric_of_study(std::string_view text) {
  const std::string path;
  const FileSource no_files;
  InputFiles input(no_files);
  try {
    return StudyReader(text, path, input, StudyOrigin::campaign).metric();
  } catch (const UserError&) {  // no study at all
    return {};
  }
}

Study load_study(const std::string& path) {
  return parse_study(read_input(path), input_name(path), files_in(std::filesystem::path(path).parent_path().string()));
}

}  // namespace palio
