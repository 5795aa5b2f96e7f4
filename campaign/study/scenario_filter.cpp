#include "campaign/study/scenario_filter.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "campaign/study/dimension_rows.h"
#include "platforms/family.h"
#include "workloads/family.h"

namespace palio {
namespace {

constexpr auto k_sides = std::to_array<std::string_view>({"platform", "workload", "strategy"});
constexpr std::size_t k_most_known = std::size_t{1} << 24U;  // combinations of values, a byte each

// One of each name and set of parameters, which are enough to know the columns.
template <class Item>
std::vector<Item> one_of_each(const std::vector<Item>& items) {
  std::vector<Item> chosen;
  std::set<std::vector<std::string_view>> known;
  for (const Item& item : items) {
    const Recipe& recipe = recipe_of(item);
    std::vector<std::string_view> names{recipe.name};
    for (const auto& [parameter, value] : recipe.parameters) names.push_back(parameter);
    if (known.insert(std::move(names)).second) chosen.push_back(item);
  }
  return chosen;
}

std::unique_ptr<ScenarioExpression> expression_for(const Study& study, const std::string& sql,
                                                   std::string_view called) {
  return std::make_unique<ScenarioExpression>(sql, platform_rows(one_of_each(study.platforms)),
                                              workload_rows(one_of_each(study.workloads)),
                                              strategy_rows(one_of_each(study.strategies), study.known), called);
}

std::size_t count_of(const Study& study, std::size_t side) {
  return std::array{study.platforms.size(), study.workloads.size(), study.strategies.size()}[side];
}

const Recipe& recipe_at(const Study& study, std::size_t side, std::size_t position) {
  if (side == 0) return study.platforms[position].recipe;
  return side == 1 ? study.workloads[position].recipe : study.strategies[position];
}

std::string label_of(const Study& study, std::size_t side, const Recipe& recipe) {
  return label(recipe, side == 2 ? study.known.named(recipe.name).parameters
                                 : parameters_of(static_cast<StudySide>(side), recipe.name));
}

// As SQL sees it: NULL equals nothing, and 8 equals 8.0.
bool equal_values(const SqlValue& one, const SqlValue& other) {
  const auto is_text = [](const SqlValue& value) { return std::holds_alternative<std::string>(value); };
  return is_text(one) || is_text(other) ? one == other : number_or_nan(one) == number_or_nan(other);
}

// Equal values have equal keys; parameters are exact as doubles.
SqlValue key_of(const SqlValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  return value;
}

}  // namespace

std::string_view name_of(StudySide side) { return k_sides.at(static_cast<std::size_t>(side)); }

std::span<const ParameterSpec> parameters_of(StudySide side, std::string_view family) {
  return side == StudySide::platform ? platform_family(family).parameters : workload_family(family).parameters;
}

ScenarioFilter::ScenarioFilter(const Study& study, const std::string& where, std::string_view called)
    : platforms_of_(study.platforms_of) {
  for (std::size_t side = 0; side < k_sides.size(); ++side) kept_[side].assign(count_of(study, side), true);
  for (const std::string& condition : study.conditions) add(study, condition, "where");
  if (!where.empty()) add(study, where, called);
}

void ScenarioFilter::add(const Study& study, const std::string& condition, std::string_view called) {
  ScenarioExpression& expression = *expressions_.emplace_back(expression_for(study, condition, called));
  for (std::size_t number = 0; number < expression.part_count(); ++number) {
    Part made = part(study, expression, number);
    const auto named = [](std::size_t columns) { return columns > 0; };
    if (std::ranges::count_if(made.columns_of, named) > 1)
      (made.columns_of[2] > 0 ? scenario_parts_ : instance_parts_).push_back(std::move(made));
    else  // a part without columns holds for all platforms or for none
      settle(made, static_cast<std::size_t>(std::ranges::max_element(made.columns_of) - made.columns_of.begin()));
  }
}

ScenarioFilter::Part ScenarioFilter::part(const Study& study, ScenarioExpression& expression, std::size_t number) {
  Part part{.expression = &expression, .number = number, .sides = {}, .side_of = {}};
  std::array<std::vector<ViewColumn>, 3> columns;
  for (const ViewColumn& column : expression.columns(number)) {
    part.side_of.push_back(static_cast<std::size_t>(std::ranges::find(k_sides, column.table) - k_sides.begin()));
    columns[part.side_of.back()].push_back(column);
  }
  std::size_t combinations = 1;
  for (std::size_t side = 0; side < k_sides.size(); ++side) {
    part.columns_of[side] = columns[side].size();
    Classes& classes = part.sides[side];
    std::map<std::vector<SqlValue>, std::uint32_t> known;
    for (std::size_t position = 0; position < count_of(study, side); ++position) {
      const Recipe& recipe = recipe_at(study, side, position);
      std::vector<SqlValue> values;
      for (const ViewColumn& column : columns[side])
        values.push_back(value_in(recipe, column.source == "label" ? label_of(study, side, recipe) : "", column));
      const auto [entry, is_new] = known.emplace(std::move(values), static_cast<std::uint32_t>(known.size()));
      if (is_new) classes.values.push_back(entry->first);
      classes.of.push_back(entry->second);
    }
    combinations *= classes.values.size();  // at most 250,000 each
  }
  part.is_equality = expression.is_equality(number);
  if (combinations <= k_most_known && !part.is_equality) part.known.assign(combinations, -1);
  return part;
}

void ScenarioFilter::settle(const Part& part, std::size_t side) {
  const Classes& classes = part.sides[side];
  std::vector<bool> truth;
  for (std::size_t c = 0; c < classes.values.size(); ++c) {
    Position position{};
    position[side] = c;
    truth.push_back(evaluate(part, position));
  }
  for (std::size_t position = 0; position < classes.of.size(); ++position)
    if (!truth[classes.of[position]]) kept_[side][position] = false;
}

bool ScenarioFilter::evaluate(const Part& part, const Position& classes) {
  if (part.is_equality && part.side_of[0] != part.side_of[1]) {  // of each side one column
    const auto value_of_column = [&](std::size_t column) -> const SqlValue& {
      const std::size_t side = part.side_of[column];
      return part.sides[side].values[classes[side]].front();
    };
    return equal_values(value_of_column(0), value_of_column(1));
  }
  std::vector<SqlValue> values;
  std::array<std::size_t, 3> next{};
  for (const std::size_t side : part.side_of) values.push_back(part.sides[side].values[classes[side]][next[side]++]);
  return part.expression->holds(part.number, values);
}

bool ScenarioFilter::holds(Part& part, const Position& position) {
  Position classes{};
  std::size_t combination = 0;
  for (std::size_t side = 0; side < k_sides.size(); ++side) {
    classes[side] = part.sides[side].of[position[side]];
    combination = combination * part.sides[side].values.size() + classes[side];
  }
  if (part.known.empty()) return evaluate(part, classes);
  std::int8_t& known = part.known[combination];
  if (known < 0) known = evaluate(part, classes) ? 1 : 0;
  return known > 0;
}

std::optional<std::vector<Instance>> ScenarioFilter::equal_instances() const {
  const auto part = std::ranges::find(instance_parts_, true, &Part::is_equality);
  if (part == instance_parts_.end()) return std::nullopt;
  const auto& [platforms, workloads, strategies] = part->sides;
  std::map<SqlValue, std::vector<std::uint32_t>> by_value;
  for (std::uint32_t w = 0; w < workloads.of.size(); ++w)
    if (takes_workload(w)) by_value[key_of(workloads.values[workloads.of[w]].front())].push_back(w);
  std::vector<Instance> instances;
  for (std::uint32_t p = 0; p < platforms.of.size(); ++p) {
    const SqlValue value = key_of(platforms.values[platforms.of[p]].front());
    const auto found = by_value.find(value);
    if (!takes_platform(p) || found == by_value.end() || !equal_values(value, found->first)) continue;
    for (const std::uint32_t w : found->second) instances.push_back({p, w});
  }
  return instances;
}

std::optional<std::vector<Instance>> ScenarioFilter::few_instances() {
  constexpr std::size_t k_few = std::size_t{1} << 19U;                         // instances
  constexpr std::size_t k_most_looks = std::size_t{1} << 22U;                  // at an instance
  std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> workloads;  // by the classes of a platform
  const auto count = static_cast<std::size_t>(std::ranges::count(kept_[1], true));
  std::vector<Instance> instances;
  for (std::uint32_t p = 0; p < kept_[0].size(); ++p) {
    if (!kept_[0][p]) continue;
    std::vector<std::uint32_t> classes;
    for (const Part& part : instance_parts_) classes.push_back(part.sides[0].of[p]);
    const auto [found, is_new] = workloads.emplace(std::move(classes), std::vector<std::uint32_t>());
    if (is_new && workloads.size() * count > k_most_looks) return std::nullopt;
    for (std::uint32_t w = 0; is_new && w < kept_[1].size(); ++w)
      if (takes_instance(p, w)) found->second.push_back(w);
    if (instances.size() + found->second.size() > k_few) return std::nullopt;
    for (const std::uint32_t w : found->second) instances.push_back({p, w});
  }
  return instances;
}

bool ScenarioFilter::takes_instance(std::size_t platform, std::size_t workload) {
  if (!kept_[0][platform] || !kept_[1][workload]) return false;
  return std::ranges::all_of(instance_parts_, [&](Part& part) { return holds(part, {platform, workload, 0}); });
}

std::string ScenarioFilter::names_besides(StudySide side) const {
  for (const auto& expression : expressions_)
    for (std::size_t number = 0; number < expression->part_count(); ++number)
      for (const ViewColumn& column : expression->columns(number))
        if (column.table != k_sides[static_cast<std::size_t>(side)]) return column.name;
  return {};
}

bool ScenarioFilter::names(std::string_view column) const {
  for (const auto& expression : expressions_)
    for (std::size_t number = 0; number < expression->part_count(); ++number)
      if (std::ranges::count(expression->columns(number), column, &ViewColumn::name) > 0) return true;
  return false;
}

bool ScenarioFilter::takes_strategy(std::size_t strategy, std::size_t platform, std::size_t workload) {
  if (!kept_[2][strategy] || !is_for(strategy, platform)) return false;
  return std::ranges::all_of(scenario_parts_, [&](Part& part) { return holds(part, {platform, workload, strategy}); });
}

bool ScenarioFilter::may_take(std::size_t strategy, std::size_t platform) {
  if (!kept_[0][platform] || !kept_[2][strategy] || !is_for(strategy, platform)) return false;
  return std::ranges::all_of(scenario_parts_, [&](Part& part) {
    return part.columns_of[1] > 0 || holds(part, {platform, 0, strategy});
  });
}

bool ScenarioFilter::may_take_workload(std::size_t strategy, std::size_t workload) {
  if (!kept_[1][workload] || !kept_[2][strategy]) return false;
  return std::ranges::all_of(scenario_parts_, [&](Part& part) {
    return part.columns_of[0] > 0 || holds(part, {0, workload, strategy});
  });
}

}  // namespace palio
