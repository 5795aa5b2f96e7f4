#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "campaign/study/study_reader.h"

namespace palio {
namespace {

// The names of a block: strategies may be listed.
std::vector<std::string> names_of(const StudyPlace& place, const BlockKind& kind, const toml::table& table) {
  const toml::node* node = table.get(kind.name_key);
  std::vector<std::string> names;
  if (node != nullptr && node->is_string()) names.push_back(node->as_string()->get());
  if (const toml::array* list = node == nullptr ? nullptr : node->as_array()) {
    if (kind.name_key != "name")
      place.fail(*node, fmt::format("{0} must be one text, since families differ in their parameters: write a [[{1}]] "
                                    "block for each; a program may write the study to palio run -",
                                    kind.name_key, kind.table));
    for (const toml::node& element : *list) names.push_back(place.text(element, "each name"));
  }
  if (names.empty())
    place.fail(node == nullptr ? table : *node, fmt::format("[[{}]] needs {}, a text{}", kind.table, kind.name_key,
                                                            kind.name_key == "name" ? " or a list of texts" : ""));
  return names;
}

// One block for one of its names, a family or a strategy.
class BlockReader {
public:
  BlockReader(const BlockContext& context, const BlockKind& kind, const toml::table& table, std::string name)
      : context_(context),
        place_(context.place),
        kind_(kind),
        table_(table),
        name_(std::move(name)),
        specs_(place_.at(*table.get(kind.name_key), [&] { return kind.specs(table, name_); })),
        kept_(kind.kept(name_)) {}

  // Adds its points to `points`, the total of this kind of block.
  MadeBlock read(double& points) const {
    const Block block = read_axes();
    points += point_count(block);
    if (points > static_cast<double>(k_most_points))
      place_.fail(table_, fmt::format("with this block there are {0} {1} points, at most {2} are possible: shorten its "
                                      "lists, zip them, or take fewer samples",
                                      points, kind_.table, k_most_points));
    MadeBlock made{&table_, specs_, {}, kept_, {}};
    const ParameterSpec* path = parameter_of(specs_, ParameterRole::path);
    for (Parameters& point : expand(block)) {
      if (path != nullptr && point.contains(path->name)) add_digest(*path, point);
      made.recipes.push_back({name_, place_.at(table_, [&] { return resolve(name_, specs_, point); })});
    }
    return made;
  }

private:
  // Errors in a file have their own place.
  void add_digest(const ParameterSpec& path, Parameters& point) const {
    try {
      point.emplace(role_name(ParameterRole::digest),
                    context_.files.definition(text_of(point, path.name), kept_, workflow_reading(point)).digest);
    } catch (const UnreadableFile& error) {
      place_.fail(*table_.get(path.name), error.what());
    }
  }

  Block read_axes() const {
    Block block;
    Problems problems;
    std::optional<Design> design;
    problems.attempt([&] {
      if (is_word("design")) design = read_design(place_, table_);
    });
    const bool draws = design && design->points > 0;
    std::vector<DrawnParameter> drawn;
    std::size_t place_of_drawn = 0;
    for (const auto& [key, node] : in_file_order(table_)) {
      if (key == kind_.name_key || is_word(key)) continue;
      problems.attempt([&, key = key, node = node] {
        check_key(*node, key);
        if (!draws || !node->is_table() || node->as_table()->contains("steps")) {
          block.axes.push_back(axis_of(*node, key));
          return;
        }
        if (drawn.empty()) place_of_drawn = block.axes.size();
        drawn.push_back(
            {std::string(key), values_within(place_, *node->as_table(), name_, parameter_spec(name_, specs_, key))});
      });
    }
    if (problems.none())
      problems.attempt([&] {
        if (draws)
          block.axes.insert(block.axes.begin() + static_cast<std::ptrdiff_t>(place_of_drawn),
                            drawn_axis(place_, *design, drawn, name_, context_.seeds.front()));
        zip(block.axes);
        if (design && design->around != nullptr)
          vary_one_at_a_time(place_, *design, values_of(*design->around), block.axes);
      });
    problems.attempt([&] { add_samples(block); });
    problems.tell();
    return block;
  }

  // A custom strategy may have a parameter that is named like a word that studies have had since.
  bool is_word(std::string_view key) const {
    return std::ranges::find(kind_.words, key) != kind_.words.end() &&
           std::ranges::find(specs_, key, &ParameterSpec::name) == specs_.end();
  }

  // The parameters and the words of the block itself are the valid keys.
  void check_key(const toml::node& node, std::string_view key) const {
    const auto known = std::ranges::find(specs_, key, &ParameterSpec::name);
    if (known != specs_.end() && known->role != ParameterRole::digest) return;
    std::vector<std::string_view> valid;
    for (const ParameterSpec& spec : specs_)
      if (spec.role != ParameterRole::digest) valid.push_back(spec.name);
    valid.insert(valid.end(), kind_.words.begin(), kind_.words.end());
    place_.fail(node, fmt::format("{} has no parameter \"{}\"{}", name_, key, suggestion(key, valid)));
  }

  Axis axis_of(const toml::node& node, std::string_view key) const {
    const ParameterSpec& spec = parameter_spec(name_, specs_, key);
    Axis axis{{std::string(key)}, {}};
    if (const toml::array* list = node.as_array()) {
      if (list->empty()) place_.fail(node, fmt::format("axis \"{}\" of {} is empty", key, name_));
      Problems problems;
      for (const toml::node& element : *list) problems.attempt([&] { add_values(element, spec, axis); });
      problems.tell();
    } else if (spec.element_type && node.is_number()) {  // 10 is the list "10"
      const Value number = node.is_integer() ? Value(node.as_integer()->get()) : node.as_floating_point()->get();
      axis.rows.push_back({place_.at(node, [&] { return checked_value(name_, spec, to_text(number)); })});
    } else {
      add_values(node, spec, axis);
    }
    return axis;
  }

  // A path may mean many files, a range many numbers.
  void add_values(const toml::node& node, const ParameterSpec& spec, Axis& axis) const {
    if (const toml::table* range = node.as_table()) {
      for (Value& value : values_of_range(place_, *range, name_, spec)) axis.rows.push_back({std::move(value)});
      return;
    }
    if (spec.element_type && node.is_array()) {
      axis.rows.push_back(
          {place_.at(node, [&] { return checked_value(name_, spec, list_text(*node.as_array(), spec)); })});
      return;
    }
    if (spec.element_type && node.is_number())
      place_.fail(node,
                  fmt::format("parameter \"{0}\" of {1} is a list itself, so brackets are an axis of lists: write "
                              "[[1, 2]] for one list of two values, [[1], [2]] for two lists",
                              spec.name, name_));
    Value value = value_of(node, spec);
    if (spec.role != ParameterRole::path) {
      axis.rows.push_back({std::move(value)});
      return;
    }
    for (std::string& path : place_.at(node, [&] { return context_.files.paths(std::get<std::string>(value), kept_); }))
      axis.rows.push_back({std::move(path)});
  }

  // A list of values as the parameter has it: "1 2".
  std::string list_text(const toml::array& list, const ParameterSpec& spec) const {
    const ParameterSpec element = element_spec(spec);
    std::vector<std::string> texts;
    for (const toml::node& node : list) texts.push_back(to_text(value_of(node, element)));
    return fmt::format("{}", fmt::join(texts, " "));
  }

  Value value_of(const toml::node& node, const ParameterSpec& spec) const {
    const auto checked = [&](const Value& value) {
      return place_.at(node, [&] { return checked_value(name_, spec, value); });
    };
    if (const auto* integer = node.as_integer()) return checked(integer->get());
    if (const auto* real = node.as_floating_point()) return checked(real->get());
    if (const auto* text = node.as_string()) return checked(text->get());
    if (const auto* truth = node.as_boolean(); truth != nullptr && spec.type == ParameterType::text)
      return checked(std::string(truth->get() ? "true" : "false"));
    place_.fail(node,
                fmt::format("parameter \"{}\" of {} must be a number, a text, a range such as {{ from = 1, to = 10, "
                            "steps = 4 }}, or a list of them",
                            spec.name, name_));
  }

  // The single value of each parameter of a table.
  std::map<std::string, Value> values_of(const toml::table& table) const {
    std::map<std::string, Value> values;
    for (const auto& [key, node] : table) {
      check_key(node, key.str());
      const Axis axis = axis_of(node, key.str());
      if (axis.rows.size() != 1) place_.fail(node, fmt::format("{} must be one value", key.str()));
      values.emplace(key.str(), axis.rows.front().front());
    }
    return values;
  }

  // Axes named together in `zip` become one, at the place of the first of them.
  void zip(std::vector<Axis>& axes) const {
    const toml::node* node = table_.get("zip");
    if (node == nullptr) return;
    const toml::array* groups = node->as_array();
    if (groups == nullptr) place_.fail(*node, "zip must be a list of lists of axes: zip = [[\"a\", \"b\"]]");
    if (groups->empty()) place_.fail(*node, "zip is an empty list: name axes, zip = [[\"a\", \"b\"]], or leave it out");
    for (const toml::node& element : *groups) zip_group(element, axes);
  }

  void zip_group(const toml::node& group, std::vector<Axis>& axes) const {
    const toml::array* names = group.as_array();
    if (names == nullptr || names->size() < 2) place_.fail(group, "zip needs lists of at least two axes");
    Axis* first = nullptr;
    for (const toml::node& element : *names) {
      const std::string name = element.is_string() ? element.as_string()->get() : "";
      const auto found = std::ranges::find_if(axes, [&](const Axis& axis) { return axis.names.front() == name; });
      if (found == axes.end() || (first != nullptr && (found->names.size() > 1 || &*found == first)))
        place_.fail(element,
                    fmt::format("zip names \"{}\", which is not an axis of this block or is zipped already", name));
      if (first == nullptr) {
        first = &*found;
        continue;
      }
      if (found->rows.size() != first->rows.size())
        place_.fail(element, fmt::format("zipped axes differ in length: {} has {} values, {} has {}",
                                         first->names.front(), first->rows.size(), name, found->rows.size()));
      first->names.push_back(name);
      for (std::size_t i = 0; i < found->rows.size(); ++i) first->rows[i].push_back(found->rows[i].front());
      const auto position = first - axes.data() - (&*found < first ? 1 : 0);
      axes.erase(found);
      first = &axes[static_cast<std::size_t>(position)];
    }
  }

  void add_samples(Block& block) const {
    const toml::node* node = table_.get("samples");
    const ParameterSpec* sample = parameter_of(specs_, ParameterRole::sample);
    if (node != nullptr && sample == nullptr)
      place_.fail(*node, fmt::format("{} draws nothing at random, so it has no samples", name_));
    if (sample == nullptr) return;
    const bool given = table_.contains(sample->name);
    if (given && node != nullptr) place_.fail(*node, fmt::format("samples and {} exclude each other", sample->name));
    std::int64_t samples = 1;
    if (node != nullptr) {
      samples = node->is_integer() ? node->as_integer()->get() : 0;
      if (samples < 1 || samples > k_most_points)
        place_.fail(*node, fmt::format("samples must be an integer from 1 to {}", k_most_points));
    }
    if (!given) {
      Axis axis{{std::string(sample->name)}, {}};
      for (std::int64_t number = 0; number < samples; ++number) axis.rows.push_back({number});
      block.axes.push_back(std::move(axis));
    }
    const std::string seed(role_name(ParameterRole::seed));
    if (!table_.contains(seed)) {
      Axis axis{{seed}, {}};
      for (const std::int64_t number : context_.seeds) axis.rows.push_back({number});
      block.axes.push_back(std::move(axis));
    }
  }

  const BlockContext& context_;
  const StudyPlace& place_;
  const BlockKind& kind_;
  const toml::table& table_;
  std::string name_;
  std::span<const ParameterSpec> specs_;
  KeptOfFile kept_;
};

}  // namespace

std::vector<std::pair<std::string_view, const toml::node*>> in_file_order(const toml::table& table) {
  std::vector<std::pair<std::string_view, const toml::node*>> entries;
  for (const auto& [key, node] : table) entries.emplace_back(key.str(), &node);
  std::ranges::sort(entries, {}, [](const auto& entry) {
    const toml::source_position& begin = entry.second->source().begin;
    return std::pair(begin.line, begin.column);
  });
  return entries;
}

double point_count(const Block& block) {
  double count = 1;
  for (const Axis& axis : block.axes) count *= static_cast<double>(axis.rows.size());
  return count;
}

std::vector<Parameters> expand(const Block& block) {
  std::vector<Parameters> points;
  const auto count = static_cast<std::size_t>(point_count(block));
  for (std::size_t number = 0; number < count; ++number) {
    Parameters point;
    std::size_t rest = number;
    for (std::size_t last = block.axes.size(); last > 0; --last) {
      const Axis& axis = block.axes[last - 1];
      const std::vector<Value>& row = axis.rows[rest % axis.rows.size()];
      rest /= axis.rows.size();
      for (std::size_t i = 0; i < row.size(); ++i) point.emplace(axis.names[i], row[i]);
    }
    points.push_back(std::move(point));
  }
  return points;
}

std::vector<MadeBlock> read_blocks(const BlockContext& context, const toml::table& root, const BlockKind& kind) {
  const auto& place = context.place;
  const toml::node* node = root.get(kind.table);
  if (node == nullptr) place.fail(1, fmt::format("there is no [[{}]] block", kind.table));
  if (!node->is_array_of_tables())
    place.fail(*node, fmt::format("{0} must be a block: [[{0}]] in double brackets", kind.table));
  std::vector<MadeBlock> all;
  double points = 0;
  Problems problems;
  for (const toml::node& element : *node->as_array())
    problems.attempt([&] {
      const toml::table& table = *element.as_table();
      for (const std::string& name : names_of(place, kind, table))
        all.push_back(BlockReader(context, kind, table, name).read(points));
    });
  problems.tell();
  return all;
}

void refuse_duplicates(const StudyPlace& place, std::span<const MadeBlock> blocks, std::string_view kind) {
  std::map<std::string, const toml::table*> first_block;
  Problems problems;
  for (const MadeBlock& block : blocks)
    problems.attempt([&] {
      for (const Recipe& recipe : block.recipes) {
        const auto [known, is_new] = first_block.emplace(canonical_text(recipe), block.table);
        if (!is_new)
          place.fail(*block.table, fmt::format("duplicate {} {} (first made by the block at {})", kind, known->first,
                                               place.line_of(*known->second)));
      }
    });
  problems.tell();
}

}  // namespace palio
