#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>

#include "campaign/axes.h"
#include "campaign/study.h"
#include "core/error.h"
#include "core/nearest.h"
#include "platforms/family.h"
#include "strategies/registry.h"
#include "workloads/family.h"

namespace palio {
namespace {

// What a kind of block is called, and what its names mean.
struct Kind {
  std::string_view table;     // [[platform]]
  std::string_view name_key;  // family = "..."
  std::span<const ParameterSpec> (*specs)(std::string_view name);
};

constexpr Kind k_platform{"platform", "family", [](std::string_view name) { return platform_family(name).parameters; }};
constexpr Kind k_workload{"workload", "family", [](std::string_view name) { return workload_family(name).parameters; }};
constexpr Kind k_strategy{"strategy", "name", [](std::string_view name) { return strategy(name).parameters; }};

// A recipe and the line of the block that made it.
struct Made {
  Recipe recipe;
  std::uint32_t line;
};

bool has_parameter(std::span<const ParameterSpec> specs, std::string_view name) {
  return std::ranges::find(specs, name, &ParameterSpec::name) != specs.end();
}

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
  StudyReader(std::string_view text, const std::string& path, const FileSource& files)
      : text_(text), path_(path), files_(files) {}

  Study read() {
    const toml::table root = parse();
    constexpr std::array<std::string_view, 4> tables{"study", "platform", "workload", "strategy"};
    refuse_unknown_keys(root, "a study file", tables);
    Study study;
    study.path = path_;
    study.text = text_;
    read_header(root, study);
    for (Made& made : read_blocks(root, k_platform, study.seed)) study.platforms.push_back(ingredient(made));
    for (Made& made : read_blocks(root, k_workload, study.seed)) study.workloads.push_back(ingredient(made));
    for (Made& made : read_blocks(root, k_strategy, study.seed)) study.strategies.push_back(std::move(made.recipe));
    return study;
  }

private:
  [[noreturn]] void fail(std::uint32_t line, const std::string& message) const {
    throw UserError(fmt::format("{}:{}: {}", path_, line, message));
  }
  static std::uint32_t line_of(const toml::node& node) { return node.source().begin.line; }

  // Runs `step` and puts the place before the message of whatever it refuses.
  template <class Step>
  auto at(const toml::node& node, Step step) const {
    try {
      return step();
    } catch (const UserError& error) {
      fail(line_of(node), error.what());
    }
  }

  toml::table parse() const {
    refuse_long_keys();
    try {
      return toml::parse(text_, path_);
    } catch (const toml::parse_error& error) {
      fail(error.source().begin.line, std::string(error.description()));
    }
  }

  // Each part of a dotted key is a table inside the one before, and the library takes them down by recursion.
  void refuse_long_keys() const {
    std::uint32_t line = 1;
    for (std::string_view rest = text_; !rest.empty(); ++line) {
      const std::string_view first = rest.substr(0, rest.find('\n'));
      if (key_dots(first) > k_most_dots)
        fail(line, fmt::format("more than {} dots in one line: break it", k_most_dots));
      rest.remove_prefix(std::min(first.size() + 1, rest.size()));
    }
  }

  void refuse_unknown_keys(const toml::table& table, std::string_view what,
                           std::span<const std::string_view> valid) const {
    for (const auto& [key, node] : table)
      if (std::ranges::find(valid, key.str()) == valid.end())
        fail(key.source().begin.line,
             fmt::format("unknown key \"{}\" in {}{}", key.str(), what, suggestion(key.str(), valid)));
  }

  void read_header(const toml::table& root, Study& study) const {
    const toml::node* node = root.get("study");
    if (node == nullptr || !node->is_table()) fail(1, "there is no [study] table with name and seed");
    const toml::table& table = *node->as_table();
    constexpr std::array<std::string_view, 4> keys{"name", "title", "source", "seed"};
    refuse_unknown_keys(table, "[study]", keys);
    study.name = required_text(table, "name");
    if (study.name.empty() || std::ranges::any_of(study.name, is_unfit_for_a_file))
      fail(line_of(*table.get("name")),
           fmt::format("name must have no space or slash, for it names the database, but is \"{}\"", study.name));
    study.title = table.contains("title") ? required_text(table, "title") : study.name;
    study.source = table.contains("source") ? required_text(table, "source") : "";
    const toml::node* seed = table.get("seed");
    if (seed == nullptr || !seed->is_integer())
      fail(line_of(table), "[study] needs seed, an integer: it fixes every draw");
    study.seed = seed->as_integer()->get();
  }

  std::string required_text(const toml::table& table, std::string_view key) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) fail(line_of(table), fmt::format("[study] needs {}, a text", key));
    if (!node->is_string()) fail(line_of(*node), fmt::format("{} must be a text in quotes", key));
    return node->as_string()->get();
  }

  std::vector<Made> read_blocks(const toml::table& root, const Kind& kind, std::int64_t seed) const {
    const toml::node* node = root.get(kind.table);
    if (node == nullptr) fail(1, fmt::format("there is no [[{}]] block", kind.table));
    if (!node->is_array_of_tables())
      fail(line_of(*node), fmt::format("{0} must be a block: [[{0}]] in double brackets", kind.table));
    std::vector<Made> all;
    double points = 0;
    std::map<std::string, std::uint32_t> first_line;
    for (const toml::node& element : *node->as_array()) {
      for (Made& made : read_block(*element.as_table(), kind, seed, points)) {
        const auto [known, inserted] = first_line.emplace(canonical_text(made.recipe), made.line);
        if (!inserted)
          fail(made.line, fmt::format("duplicate {} {} (first made by the block at line {})", kind.table, known->first,
                                      known->second));
        all.push_back(std::move(made));
      }
    }
    return all;
  }

  // Adds to the `points` that the blocks of this kind have.
  std::vector<Made> read_block(const toml::table& table, const Kind& kind, std::int64_t seed, double& points) const {
    const toml::node* name_node = table.get(kind.name_key);
    if (name_node == nullptr || !name_node->is_string())
      fail(line_of(table), fmt::format("[[{}]] needs {}, a text", kind.table, kind.name_key));
    const std::string name = name_node->as_string()->get();
    const auto specs = at(*name_node, [&] { return kind.specs(name); });
    const Block block = block_of(table, kind, name, specs, seed);
    points += point_count(block);
    if (points > static_cast<double>(k_most_points))
      fail(line_of(table),
           fmt::format("with this block there are {0} {1} points, at most {2} are possible: shorten its "
                       "lists, zip them, or take fewer samples",
                       points, kind.table, k_most_points));
    std::vector<Made> made;
    for (Parameters& point : expand(block)) {
      if (has_parameter(specs, "digest") && point.contains("path"))
        point["digest"] = content_digest(files_(text_of(point, "path")));
      made.push_back({{name, at(table, [&] { return resolve(name, specs, point); })}, line_of(table)});
    }
    if (made.empty())
      fail(line_of(table), fmt::format("this [[{}]] block makes nothing: exclude or only leave no point", kind.table));
    return made;
  }

  Block block_of(const toml::table& table, const Kind& kind, const std::string& name,
                 std::span<const ParameterSpec> specs, std::int64_t seed) const {
    Block block;
    // TOML tables are sorted by key; axes follow the order of the file.
    std::vector<std::pair<std::string_view, const toml::node*>> entries;
    for (const auto& [key, node] : table) entries.emplace_back(key.str(), &node);
    std::ranges::sort(entries, {}, [](const auto& entry) {
      const toml::source_position& begin = entry.second->source().begin;
      return std::pair(begin.line, begin.column);
    });
    std::vector<Axis> lists;
    for (const auto& [key, node] : entries) {
      if (key == kind.name_key || key == "exclude" || key == "only" || key == "zip" || key == "samples") continue;
      check_key(*node, name, specs, key);
      lists.push_back(axis_of(*node, name, specs, key));
    }
    block.axes = zipped(table, std::move(lists));
    add_samples(table, specs, seed, name, block);
    block.exclude = filters(table, "exclude", name, specs, block);
    block.only = filters(table, "only", name, specs, block);
    return block;
  }

  // The parameters and the words of the block itself are the valid keys.
  void check_key(const toml::node& node, const std::string& name, std::span<const ParameterSpec> specs,
                 std::string_view key) const {
    if (has_parameter(specs, key) && key != "digest") return;
    std::vector<std::string_view> valid;
    for (const ParameterSpec& spec : specs) valid.push_back(spec.name);
    for (const std::string_view word : {"samples", "exclude", "only", "zip"}) valid.push_back(word);
    fail(line_of(node), fmt::format("{} has no parameter \"{}\"{}", name, key, suggestion(key, valid)));
  }

  Value value_of(const toml::node& node, const std::string& name, const ParameterSpec& spec) const {
    const auto checked = [&](const Value& value) { return at(node, [&] { return checked_value(name, spec, value); }); };
    if (const auto* integer = node.as_integer()) return checked(integer->get());
    if (const auto* real = node.as_floating_point()) return checked(real->get());
    if (const auto* text = node.as_string()) return checked(text->get());
    fail(line_of(node),
         fmt::format("parameter \"{}\" of {} must be a number or a text, or a list of them", spec.name, name));
  }

  Axis axis_of(const toml::node& node, const std::string& name, std::span<const ParameterSpec> specs,
               std::string_view key) const {
    const ParameterSpec& spec = parameter_spec(name, specs, key);
    Axis axis{{std::string(key)}, {}};
    if (const toml::array* list = node.as_array()) {
      if (list->empty()) fail(line_of(node), fmt::format("axis \"{}\" of {} is empty", key, name));
      for (const toml::node& element : *list) axis.rows.push_back({value_of(element, name, spec)});
    } else {
      axis.rows.push_back({value_of(node, name, spec)});
    }
    return axis;
  }

  // Axes named together in `zip` become one, at the place of the first of them.
  std::vector<Axis> zipped(const toml::table& table, std::vector<Axis> axes) const {
    const toml::node* node = table.get("zip");
    if (node == nullptr) return axes;
    const toml::array* groups = node->as_array();
    if (groups == nullptr) fail(line_of(*node), "zip must be a list of lists of axes: zip = [[\"a\", \"b\"]]");
    for (const toml::node& element : *groups) zip_group(element, axes);
    return axes;
  }

  void zip_group(const toml::node& group, std::vector<Axis>& axes) const {
    const toml::array* names = group.as_array();
    if (names == nullptr || names->size() < 2) fail(line_of(group), "zip needs lists of at least two axes");
    Axis* first = nullptr;
    for (const toml::node& element : *names) {
      const std::string name = element.is_string() ? element.as_string()->get() : "";
      const auto found = std::ranges::find_if(axes, [&](const Axis& axis) { return axis.names.front() == name; });
      if (found == axes.end() || (first != nullptr && (found->names.size() > 1 || &*found == first)))
        fail(line_of(element),
             fmt::format("zip names \"{}\", which is not an axis of this block or is zipped already", name));
      if (first == nullptr) {
        first = &*found;
        continue;
      }
      if (found->rows.size() != first->rows.size())
        fail(line_of(element), fmt::format("zipped axes differ in length: {} has {} values, {} has {}",
                                           first->names.front(), first->rows.size(), name, found->rows.size()));
      first->names.push_back(name);
      for (std::size_t i = 0; i < found->rows.size(); ++i) first->rows[i].push_back(found->rows[i].front());
      const auto position = first - axes.data();
      axes.erase(found);
      if (found - axes.begin() < position) fail(line_of(element), "name zipped axes in the order of the file");
      first = &axes[static_cast<std::size_t>(position)];
    }
  }

  void add_samples(const toml::table& table, std::span<const ParameterSpec> specs, std::int64_t seed,
                   const std::string& name, Block& block) const {
    const toml::node* node = table.get("samples");
    if (node != nullptr && !has_parameter(specs, "sample"))
      fail(line_of(*node), fmt::format("{} draws nothing at random, so it has no samples", name));
    const bool given = table.contains("sample");
    if (given && node != nullptr) fail(line_of(*node), "samples and sample exclude each other");
    if (!has_parameter(specs, "sample")) return;
    std::int64_t samples = 1;
    if (node != nullptr) {
      if (!node->is_integer() || node->as_integer()->get() < 1 || node->as_integer()->get() > k_most_points)
        fail(line_of(*node), fmt::format("samples must be an integer from 1 to {}", k_most_points));
      samples = node->as_integer()->get();
    }
    if (!given) {
      Axis axis{{"sample"}, {}};
      for (std::int64_t sample = 0; sample < samples; ++sample) axis.rows.push_back({sample});
      block.axes.push_back(std::move(axis));
    }
    if (!table.contains("seed")) block.axes.push_back({{"seed"}, {{seed}}});
  }

  std::vector<Filter> filters(const toml::table& table, std::string_view key, const std::string& name,
                              std::span<const ParameterSpec> specs, const Block& block) const {
    const toml::node* node = table.get(key);
    if (node == nullptr) return {};
    const toml::array* list = node->as_array();
    if (list == nullptr) fail(line_of(*node), fmt::format("{} must be a list of tables: {} = [{{ a = 1 }}]", key, key));
    std::vector<Filter> filters;
    for (const toml::node& element : *list) {
      const toml::table* conditions = element.as_table();
      if (conditions == nullptr || conditions->empty())
        fail(line_of(element), fmt::format("{} must list tables of conditions", key));
      Filter filter;
      for (const auto& [parameter, value] : *conditions) {
        check_key(value, name, specs, parameter.str());
        filter.conditions.push_back(axis_of(value, name, specs, parameter.str()));
        check_condition(value, filter.conditions.back(), block);
      }
      filters.push_back(std::move(filter));
    }
    return filters;
  }

  // A condition on a value that the block does not have is a slip of the pen.
  void check_condition(const toml::node& node, const Axis& condition, const Block& block) const {
    const std::string& name = condition.names.front();
    for (const Axis& axis : block.axes) {
      const auto column = std::ranges::find(axis.names, name);
      if (column == axis.names.end()) continue;
      const auto index = static_cast<std::size_t>(column - axis.names.begin());
      for (const std::vector<Value>& wanted : condition.rows)
        if (std::ranges::none_of(axis.rows, [&](const auto& row) { return row[index] == wanted.front(); }))
          fail(line_of(node),
               fmt::format("{} is not a value of axis \"{}\" of this block", to_text(wanted.front()), name));
      return;
    }
    fail(line_of(node), fmt::format("\"{}\" is not an axis of this block", name));
  }

  Ingredient ingredient(Made& made) const {
    Ingredient ingredient{std::move(made.recipe), {}};
    if (ingredient.recipe.name == k_file_family)
      ingredient.definition = files_(text_of(ingredient.recipe.parameters, "path"));
    return ingredient;
  }

  std::string_view text_;
  const std::string& path_;
  const FileSource& files_;
};

// Written as JSON text, twice as long at worst, platform and workload fit into one line for a worker.
constexpr std::size_t k_largest_file = std::size_t{15} << 20U;  // byte

std::size_t application_count(const Ingredient& workload) {
  if (const auto batch = workload.recipe.parameters.find("batch"); batch != workload.recipe.parameters.end())
    return static_cast<std::size_t>(std::get<std::int64_t>(batch->second));
  return workload_family(workload.recipe.name).build(workload.recipe, workload.definition).applications.size();
}

// Explicit files are read, and strategies are held against the platforms and batches, before anything runs.
void check_instances(const Study& study) {
  for (const Ingredient& p : study.platforms)
    if (!p.definition.empty()) platform_family(p.recipe.name).build(p.recipe, p.definition);
  for (const Ingredient& w : study.workloads)
    if (!w.definition.empty()) workload_family(w.recipe.name).build(w.recipe, w.definition);
  for (const Recipe& recipe : study.strategies) {
    const Strategy& chosen = strategy(recipe.name);
    try {
      if (chosen.platform_need != PlatformNeed::any)
        for (const Ingredient& p : study.platforms)
          check_platform(chosen, platform_family(p.recipe.name).build(p.recipe, p.definition));
      if (chosen.batch_need != BatchNeed::any)
        for (const Ingredient& w : study.workloads) check_batch(chosen, application_count(w));
    } catch (const UserError& error) {
      throw UserError(fmt::format("{}: {}", study.path, error.what()));
    }
  }
}

}  // namespace

Study parse_study(std::string_view text, const std::string& path, const FileSource& files) {
  Study study = StudyReader(text, path, files).read();
  check_instances(study);
  return study;
}

std::string read_text_file(const std::string& path) {
  if (!std::filesystem::exists(path)) throw UserError(fmt::format("cannot read {}: no such file", path));
  if (std::filesystem::is_directory(path)) throw UserError(fmt::format("cannot read {}: it is a folder", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UserError(fmt::format("cannot read {}: permission denied", path));
  // Not the size that the system tells: a pipe has none, and /dev/zero no end.
  std::string text(k_largest_file + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > k_largest_file)
    throw UserError(fmt::format("cannot read {}: it is larger than {} MiB", path, k_largest_file >> 20U));
  return text;
}

Study load_study(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return parse_study(read_text_file(path), path,
                     [&](const std::string& file) { return read_text_file((folder / file).string()); });
}

}  // namespace palio
