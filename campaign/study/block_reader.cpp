#include "campaign/study/block_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/error.h"
#include "core/identity/nearest.h"

namespace palio {
namespace {

// TOML tables are sorted by key; axes follow the order of the file.
std::vector<std::pair<std::string_view, const toml::node*>> in_file_order(const toml::table& table) {
  std::vector<std::pair<std::string_view, const toml::node*>> entries;
  for (const auto& [key, node] : table) entries.emplace_back(key.str(), &node);
  std::ranges::sort(entries, {}, [](const auto& entry) {
    const toml::source_position& begin = entry.second->source().begin;
    return std::pair(begin.line, begin.column);
  });
  return entries;
}

}  // namespace

std::vector<MadeBlock> BlockReader::read(const toml::table& root, const BlockKind& kind) const {
  const toml::node* node = root.get(kind.table);
  if (node == nullptr) place_.fail(1, fmt::format("there is no [[{}]] block", kind.table));
  if (!node->is_array_of_tables())
    place_.fail(*node, fmt::format("{0} must be a block: [[{0}]] in double brackets", kind.table));
  std::vector<MadeBlock> all;
  double points = 0;
  std::map<std::string, const toml::table*> first_block;
  for (const toml::node& element : *node->as_array()) {
    all.push_back(read_block(*element.as_table(), kind, points));
    for (const Recipe& recipe : all.back().recipes) {
      const auto [known, inserted] = first_block.emplace(canonical_text(recipe), all.back().table);
      if (!inserted)
        place_.fail(element, fmt::format("duplicate {} {} (first made by the block at line {})", kind.table,
                                         known->first, StudyPlace::line_of(*known->second)));
    }
  }
  return all;
}

// Adds to the `points` that the blocks of this kind have.
MadeBlock BlockReader::read_block(const toml::table& table, const BlockKind& kind, double& points) const {
  const Subject subject = subject_of(table, kind);
  const Block block = block_of(table, subject);
  points += point_count(block);
  if (points > static_cast<double>(k_most_points))
    place_.fail(table, fmt::format("with this block there are {0} {1} points, at most {2} are possible: shorten its "
                                   "lists, zip them, or take fewer samples",
                                   points, kind.table, k_most_points));
  MadeBlock made{&table, subject.specs, {}, kind.kept(subject.name)};
  const ParameterSpec* path = parameter_of(subject.specs, ParameterRole::path);
  for (Parameters& point : expand(block)) {
    if (path != nullptr && point.contains(path->name))
      point.emplace(role_name(ParameterRole::digest), files_.definition(text_of(point, path->name), made.kept).digest);
    made.recipes.push_back(
        {subject.name, place_.at(table, [&] { return resolve(subject.name, subject.specs, point); })});
  }
  if (made.recipes.empty())
    place_.fail(table, fmt::format("this [[{}]] block makes nothing: exclude or only leave no point", kind.table));
  return made;
}

BlockReader::Subject BlockReader::subject_of(const toml::table& table, const BlockKind& kind) const {
  const toml::node* node = table.get(kind.name_key);
  if (node == nullptr || !node->is_string())
    place_.fail(table, fmt::format("[[{}]] needs {}, a text", kind.table, kind.name_key));
  const std::string name = node->as_string()->get();
  return {kind, name, place_.at(*node, [&] { return kind.specs(name); })};
}

Block BlockReader::block_of(const toml::table& table, const Subject& subject) const {
  Block block;
  std::vector<Axis> lists;
  for (const auto& [key, node] : in_file_order(table)) {
    const auto& words = subject.kind.words;
    if (key == subject.kind.name_key || std::ranges::find(words, key) != words.end()) continue;
    check_key(*node, subject, key);
    lists.push_back(axis_of(*node, subject, key));
  }
  block.axes = zipped(table, std::move(lists));
  add_samples(table, subject, block);
  block.exclude = filters(table, "exclude", subject, block);
  block.only = filters(table, "only", subject, block);
  return block;
}

// The parameters and the words of the block itself are the valid keys.
void BlockReader::check_key(const toml::node& node, const Subject& subject, std::string_view key) const {
  const auto known = std::ranges::find(subject.specs, key, &ParameterSpec::name);
  if (known != subject.specs.end() && known->role != ParameterRole::digest) return;
  std::vector<std::string_view> valid;
  for (const ParameterSpec& spec : subject.specs) valid.push_back(spec.name);
  valid.insert(valid.end(), subject.kind.words.begin(), subject.kind.words.end());
  place_.fail(node, fmt::format("{} has no parameter \"{}\"{}", subject.name, key, suggestion(key, valid)));
}

Value BlockReader::value_of(const toml::node& node, const Subject& subject, const ParameterSpec& spec) const {
  const auto checked = [&](const Value& value) {
    return place_.at(node, [&] { return checked_value(subject.name, spec, value); });
  };
  if (const auto* integer = node.as_integer()) return checked(integer->get());
  if (const auto* real = node.as_floating_point()) return checked(real->get());
  if (const auto* text = node.as_string()) return checked(text->get());
  place_.fail(node, fmt::format("parameter \"{}\" of {} must be a number or a text, or a list of them", spec.name,
                                subject.name));
}

Axis BlockReader::axis_of(const toml::node& node, const Subject& subject, std::string_view key) const {
  const ParameterSpec& spec = parameter_spec(subject.name, subject.specs, key);
  Axis axis{{std::string(key)}, {}};
  if (const toml::array* list = node.as_array()) {
    if (list->empty()) place_.fail(node, fmt::format("axis \"{}\" of {} is empty", key, subject.name));
    for (const toml::node& element : *list) add_values(element, subject, spec, axis);
  } else {
    add_values(node, subject, spec, axis);
  }
  return axis;
}

// A path may mean many files.
void BlockReader::add_values(const toml::node& node, const Subject& subject, const ParameterSpec& spec,
                             Axis& axis) const {
  Value value = value_of(node, subject, spec);
  if (spec.role != ParameterRole::path) {
    axis.rows.push_back({std::move(value)});
    return;
  }
  const KeptOfFile kept = subject.kind.kept(subject.name);
  for (std::string& path : place_.at(node, [&] { return files_.paths(std::get<std::string>(value), kept); }))
    axis.rows.push_back({std::move(path)});
}

// Axes named together in `zip` become one, at the place of the first of them.
std::vector<Axis> BlockReader::zipped(const toml::table& table, std::vector<Axis> axes) const {
  const toml::node* node = table.get("zip");
  if (node == nullptr) return axes;
  const toml::array* groups = node->as_array();
  if (groups == nullptr) place_.fail(*node, "zip must be a list of lists of axes: zip = [[\"a\", \"b\"]]");
  refuse_empty(*groups, "zip", "name axes, zip = [[\"a\", \"b\"]]");
  for (const toml::node& element : *groups) zip_group(element, axes);
  return axes;
}

void BlockReader::zip_group(const toml::node& group, std::vector<Axis>& axes) const {
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
    const auto position = first - axes.data();
    axes.erase(found);
    if (found - axes.begin() < position) place_.fail(element, "name zipped axes in the order of the file");
    first = &axes[static_cast<std::size_t>(position)];
  }
}

void BlockReader::add_samples(const toml::table& table, const Subject& subject, Block& block) const {
  const toml::node* node = table.get("samples");
  const ParameterSpec* sample = parameter_of(subject.specs, ParameterRole::sample);
  if (node != nullptr && sample == nullptr)
    place_.fail(*node, fmt::format("{} draws nothing at random, so it has no samples", subject.name));
  if (sample == nullptr) return;
  const bool given = table.contains(sample->name);
  if (given && node != nullptr) place_.fail(*node, fmt::format("samples and {} exclude each other", sample->name));
  std::int64_t samples = 1;
  if (node != nullptr) {
    if (!node->is_integer() || node->as_integer()->get() < 1 || node->as_integer()->get() > k_most_points)
      place_.fail(*node, fmt::format("samples must be an integer from 1 to {}", k_most_points));
    samples = node->as_integer()->get();
  }
  if (!given) {
    Axis axis{{std::string(sample->name)}, {}};
    for (std::int64_t number = 0; number < samples; ++number) axis.rows.push_back({number});
    block.axes.push_back(std::move(axis));
  }
  const std::string seed(role_name(ParameterRole::seed));
  if (!table.contains(seed)) block.axes.push_back({{seed}, {{seed_}}});
}

std::vector<Filter> BlockReader::filters(const toml::table& table, std::string_view key, const Subject& subject,
                                         const Block& block) const {
  const toml::node* node = table.get(key);
  if (node == nullptr) return {};
  const toml::array* list = node->as_array();
  if (list == nullptr) place_.fail(*node, fmt::format("{} must be a list of tables: {} = [{{ a = 1 }}]", key, key));
  refuse_empty(*list, key, fmt::format("give it conditions, {} = [{{ a = 1 }}]", key));
  std::vector<Filter> filters;
  for (const toml::node& element : *list) {
    const toml::table* conditions = element.as_table();
    if (conditions == nullptr || conditions->empty())
      place_.fail(element, fmt::format("{} must list tables of conditions", key));
    Filter filter;
    for (const auto& [parameter, value] : *conditions) {
      check_key(value, subject, parameter.str());
      filter.conditions.push_back(axis_of(value, subject, parameter.str()));
      check_condition(value, filter.conditions.back(), block);
    }
    filters.push_back(std::move(filter));
  }
  return filters;
}

void BlockReader::refuse_empty(const toml::array& list, std::string_view key, std::string_view example) const {
  if (list.empty() && origin_ == StudyOrigin::file)
    place_.fail(list, fmt::format("{} is an empty list: {}, or leave it out", key, example));
}

// A condition on a value that the block does not have is a slip of the pen.
void BlockReader::check_condition(const toml::node& node, const Axis& condition, const Block& block) const {
  const std::string& name = condition.names.front();
  for (const Axis& axis : block.axes) {
    const auto column = std::ranges::find(axis.names, name);
    if (column == axis.names.end()) continue;
    const auto index = static_cast<std::size_t>(column - axis.names.begin());
    for (const std::vector<Value>& wanted : condition.rows)
      if (std::ranges::none_of(axis.rows, [&](const auto& row) { return row[index] == wanted.front(); }))
        place_.fail(node, fmt::format("{} is not a value of axis \"{}\" of this block", to_text(wanted.front()), name));
    return;
  }
  place_.fail(node, fmt::format("\"{}\" is not an axis of this block", name));
}

}  // namespace palio
