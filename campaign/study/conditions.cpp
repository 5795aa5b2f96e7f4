#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "campaign/study/study_reader.h"
#include "storage/file/dimension_table.h"
#include "storage/read/value_text.h"

namespace palio {
namespace {

// A family or a strategy.
struct Owner {
  std::string_view name;
  std::span<const ParameterSpec> specs;

  bool has(std::string_view parameter) const {
    return std::ranges::find(specs, parameter, &ParameterSpec::name) != specs.end();
  }
};

// What a condition is about.
struct Subject {
  const BlockContext& context;
  std::string_view key;  // "exclude"
  StudySide side;
  const Study& study;
  std::vector<Owner> owners;
  KeptOfFile kept;  // of files that a path may mean
};

std::string one_of(std::string_view column, const std::vector<SqlValue>& values) {
  std::vector<std::string> literals;
  for (const SqlValue& value : values) literals.push_back(sql_literal(value));
  return literals.size() == 1 ? fmt::format("{} = {}", column, literals.front())
                              : fmt::format("{} IN ({})", column, fmt::join(literals, ", "));
}

// The SQL for a condition as earlier versions took it: tables of values, [{ a = 1, b = [2, 3] }, { c = 4 }].
class TableCondition {
public:
  explicit TableCondition(const Subject& subject)
      : subject_(subject), place_(subject.context.place), columns_(scenario_columns(subject.study)) {}

  std::string sql(const toml::array& tables) const {
    std::vector<std::string> any;
    for (const toml::node& element : tables) {
      const toml::table* table = element.as_table();
      if (table == nullptr || table->empty())
        place_.fail(element, fmt::format("{0} must be SQL: {0} = \"a = 1 AND b IN (2, 3)\"", subject_.key));
      std::vector<std::string> all;
      for (const auto& [key, node] : in_file_order(*table))
        all.push_back(place_.at(*node, [&, key = key, node = node] { return term(*node, key); }));
      any.push_back(fmt::format("{}", fmt::join(all, " AND ")));
    }
    return fmt::format("{}", fmt::join(any, " OR "));
  }

private:
  std::string term(const toml::node& node, std::string_view key) const {
    auto owner = std::ranges::find_if(subject_.owners, [&](const Owner& one) { return one.has(key); });
    const std::string family = fmt::format("{}_family", name_of(subject_.side));
    if (owner == subject_.owners.end() && key == "family") return one_of(family, values(node, {}, {}));
    if (owner == subject_.owners.end()) owner = subject_.owners.begin();
    const ParameterSpec& spec = parameter_spec(owner->name, owner->specs, key);
    const auto column = std::ranges::find_if(columns_, [&](const ViewColumn& one) {
      return one.table == name_of(subject_.side) && ParameterColumn{one.source, one.type}.holds(spec.name, spec.type);
    });
    const std::string name = column == columns_.end() ? std::string(key) : column->name;
    std::vector<SqlValue> stated = values(node, owner->name, &spec);
    if (std::erase(stated, SqlValue()) == 0) return one_of(name, stated);
    std::vector<SqlValue> having;
    for (const Owner& one : subject_.owners)
      if (one.has(key)) having.emplace_back(std::string(one.name));
    std::vector<std::string> is_default;
    if (having.size() < subject_.owners.size()) is_default.push_back(one_of(family, having));
    if (column != columns_.end())
      is_default.push_back(name + " IS NULL");
    else if (is_default.empty())
      is_default.emplace_back("TRUE");
    const std::string sql = fmt::format("{}", fmt::join(is_default, " AND "));
    return stated.empty() ? sql : fmt::format("({} OR {})", sql, one_of(name, stated));
  }

  // NULL is a default that recipes leave out.
  std::vector<SqlValue> values(const toml::node& node, std::string_view owner, const ParameterSpec* spec) const {
    std::vector<Value> written;
    if (const toml::array* list = node.as_array())
      for (const toml::node& element : *list) add(element, owner, spec, written);
    else
      add(node, owner, spec, written);
    std::vector<SqlValue> values;
    for (const Value& value : written) {
      const Parameters kept =
          spec == nullptr ? Parameters{{"", value}} : resolve(owner, {spec, 1}, {{std::string(spec->name), value}});
      values.push_back(kept.empty() ? SqlValue()
                                    : std::visit([](const auto& one) { return SqlValue(one); }, kept.begin()->second));
    }
    return values;
  }

  void add(const toml::node& node, std::string_view owner, const ParameterSpec* spec,
           std::vector<Value>& values) const {
    if (const toml::table* range = node.as_table(); range != nullptr && spec != nullptr) {
      std::ranges::move(values_of_range(place_, *range, owner, *spec), std::back_inserter(values));
    } else if (node.is_string() && spec != nullptr && spec->role == ParameterRole::path) {
      std::ranges::move(subject_.context.files.paths(node.as_string()->get(), subject_.kept),
                        std::back_inserter(values));
    } else {
      values.push_back(value_of(node, spec != nullptr && spec->type == ParameterType::text));
    }
  }

  Value value_of(const toml::node& node, bool as_text) const {
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* truth = node.as_boolean()) return std::string(truth->get() ? "true" : "false");
    if (const toml::array* list = node.as_array()) {
      std::vector<std::string> elements;
      for (const toml::node& element : *list) elements.push_back(to_text(value_of(element, true)));
      return fmt::format("{}", fmt::join(elements, " "));
    }
    if (!node.is_number()) place_.fail(node, "a value must be a number or a text");
    const Value number = node.is_integer() ? Value(node.as_integer()->get()) : node.as_floating_point()->get();
    return as_text ? Value(to_text(number)) : number;
  }

  const Subject& subject_;
  const StudyPlace& place_;
  std::vector<ViewColumn> columns_;
};

// Empty: nothing is asked. Campaigns of earlier versions store tables, and empty lists.
std::string condition_sql(const Subject& subject, const toml::node& node) {
  const StudyPlace& place = subject.context.place;
  if (node.is_string()) return node.as_string()->get();
  const toml::array* tables = node.as_array();
  const bool is_stored = subject.context.origin == StudyOrigin::campaign;
  if (tables == nullptr || (tables->empty() && !is_stored))
    place.fail(node, fmt::format("{0} must be a condition in SQL, as in {0} = \"a = 1 AND b IN (2, 3)\"", subject.key));
  if (tables->empty()) return {};
  std::string sql = TableCondition(subject).sql(*tables);
  if (!is_stored)
    place.fail(node, fmt::format("conditions are SQL, not tables: write {} = {}", subject.key,
                                 toml_text(toml::value<std::string>(sql))));
  return sql;
}

std::vector<bool> items_that_meet(const Subject& subject, const toml::node& node, const std::string& sql) {
  return subject.context.place.at(node, [&] {
    ScenarioFilter filter(subject.study, sql, subject.key);
    if (const std::string other = filter.names_besides(subject.side); !other.empty())
      throw UserError("{} {}: it may only name columns of this kind of block, not {}; where in [study] takes all",
                      subject.key, sql, other);
    return filter.kept(subject.side);
  });
}

// Everything that the blocks make, so that names of columns are those of `results`.
Study made_study(const MadeBlocks& made, const StrategySet& known) {
  Study study;
  for (const MadeBlock& block : made.platforms)
    for (const Recipe& recipe : block.recipes) study.platforms.push_back({recipe, {}});
  for (const MadeBlock& block : made.workloads)
    for (const Recipe& recipe : block.recipes) study.workloads.push_back({recipe, {}});
  for (const MadeBlock& block : made.strategies) std::ranges::copy(block.recipes, std::back_inserter(study.strategies));
  study.known = known;
  return study;
}

// A custom strategy may have a parameter of that name.
const toml::node* condition_under(const MadeBlock& block, std::string_view key) {
  return Owner{{}, block.specs}.has(key) ? nullptr : block.table->get(key);
}

bool has_conditions(std::span<const MadeBlock> blocks) {
  return std::ranges::any_of(blocks, [](const MadeBlock& block) {
    return condition_under(block, "only") != nullptr || condition_under(block, "exclude") != nullptr;
  });
}

void note_left_out(MadeBlock& block, const Subject& subject, const toml::node& node, std::uint64_t points) {
  if (points == 0) return;
  block.left_out.push_back({.place = subject.context.place.text_of(node.source()),
                            .why = fmt::format("{} = {}", subject.key, toml_text(node)),
                            .kind = std::string(name_of(subject.side)),
                            .points = points});
}

// Keeps what the conditions of one table take; it has a block for each of its names. `first`: position of its recipes.
void keep(const BlockContext& context, std::span<MadeBlock> blocks, std::size_t first, StudySide side,
          const Study& study) {
  const StudyPlace& place = context.place;
  std::size_t count = 0;
  for (const MadeBlock& block : blocks) count += block.recipes.size();
  std::vector<bool> kept(count, true);
  for (const std::string_view key : {"only", "exclude"}) {
    const toml::node* node = condition_under(blocks.front(), key);
    if (node == nullptr) continue;
    Subject subject{context, key, side, study, {}, blocks.front().kept};
    for (const MadeBlock& block : blocks)
      if (!block.recipes.empty()) subject.owners.push_back({block.recipes.front().name, block.specs});
    const std::string sql = condition_sql(subject, *node);
    if (sql.empty() && !node->is_string()) continue;
    const std::vector<bool> holds = items_that_meet(subject, *node, sql);
    std::uint64_t points = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (holds[first + i] != (key == "exclude")) continue;
      points += kept[i] ? 1 : 0;
      kept[i] = false;
    }
    if (points == 0 && context.origin == StudyOrigin::file)
      place.fail(*node, fmt::format("{} leaves out no further point of this block: correct it, or leave it out", key));
    note_left_out(blocks.front(), subject, *node, points);
  }
  if (std::ranges::count(kept, true) == 0)
    place.fail(*blocks.front().table, "this block makes nothing: exclude or only leave no point");
  std::size_t at = 0;
  for (MadeBlock& block : blocks) std::erase_if(block.recipes, [&](const Recipe& /*recipe*/) { return !kept[at++]; });
}

void keep(const BlockContext& context, std::vector<MadeBlock>& blocks, StudySide side, const Study& study) {
  Problems problems;
  std::size_t first = 0;
  for (auto begin = blocks.begin(); begin != blocks.end();) {
    const auto end =
        std::find_if(begin, blocks.end(), [&](const MadeBlock& block) { return block.table != begin->table; });
    std::size_t recipes = 0;
    for (auto block = begin; block != end; ++block) recipes += block->recipes.size();
    problems.attempt([&] { keep(context, {begin, end}, first, side, study); });
    first += recipes;
    begin = end;
  }
  problems.tell();
}

}  // namespace

void apply_block_conditions(const BlockContext& context, MadeBlocks& made, const StrategySet& known) {
  if (!has_conditions(made.platforms) && !has_conditions(made.workloads) && !has_conditions(made.strategies)) return;
  const Study study = made_study(made, known);
  Problems problems;
  problems.attempt([&] { keep(context, made.platforms, StudySide::platform, study); });
  problems.attempt([&] { keep(context, made.workloads, StudySide::workload, study); });
  problems.attempt([&] { keep(context, made.strategies, StudySide::strategy, study); });
  problems.tell();
}

std::optional<std::vector<std::uint32_t>> items_of_strategies(const BlockContext& context, StudySide side,
                                                              const Study& study, const toml::table& block) {
  const std::string key = fmt::format("{}s", name_of(side));
  const toml::node* node = block.get(key);
  if (node == nullptr) return std::nullopt;
  Subject subject{context, key, side, study, {}, KeptOfFile::content};
  std::set<std::string_view> families;
  for (const Spec& spec : side == StudySide::platform ? study.platforms : study.workloads)
    if (families.insert(spec.recipe.name).second)
      subject.owners.push_back({spec.recipe.name, parameters_of(side, spec.recipe.name)});
  const std::string sql = condition_sql(subject, *node);
  const std::vector<bool> taken = items_that_meet(subject, *node, sql);
  std::vector<std::uint32_t> positions;
  for (std::uint32_t i = 0; i < taken.size(); ++i)
    if (taken[i]) positions.push_back(i);
  if (positions.empty()) context.place.fail(*node, fmt::format("no {} of this study meets {}", name_of(side), sql));
  return positions;
}

}  // namespace palio
