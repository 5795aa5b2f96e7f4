#include "campaign/costs/cost_axes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

namespace palio {
namespace {

constexpr std::string_view k_family_axis = "family";

std::set<std::string> names(const std::vector<Spec>& items) {
  std::set<std::string> names{std::string(k_family_axis)};
  for (const Spec& item : items)
    for (const auto& [name, value] : item.recipe.parameters)
      if (!is_given_by_study(role_of(name))) names.insert(name);
  return names;
}

// An item's value on an axis: a number to sort and interpolate by, and the text that tells values apart.
using Level = std::pair<double, std::string>;

Level level_of(const Recipe& recipe, const std::string& name) {
  const auto found = recipe.parameters.find(name);
  if (name == k_family_axis || found == recipe.parameters.end()) return {0, axis_text(recipe, name)};
  double number = 0;
  if (const auto* integer = std::get_if<std::int64_t>(&found->second)) number = static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&found->second)) number = *real;
  return {std::max(number, 0.0), to_text(found->second)};
}

// The objects of a file's JSON: its tasks, its edges and a few more.
double spec_size(const Spec& item) {
  return std::max(1.0, static_cast<double>(std::ranges::count(item.definition, '{')));
}

// One size alone says nothing.
void add_sizes(const std::vector<Spec>& items, CostAxis& axis) {
  std::vector<double> sizes(axis.levels.size(), 0);
  for (std::size_t item = 0; item < items.size(); ++item)
    if (!items[item].definition.empty()) sizes[axis.level[item]] = spec_size(items[item]);
  if (std::ranges::count_if(sizes, [](double size) { return size > 0; }) > 1) axis.sizes = std::move(sizes);
}

}  // namespace

std::vector<CostAxis> cost_axes(const std::vector<Spec>& items) {
  std::vector<CostAxis> axes;
  for (const std::string& name : names(items)) {
    std::map<Level, std::uint32_t> known;
    for (const Spec& item : items) known.emplace(level_of(item.recipe, name), 0);
    if (known.size() < 2) continue;
    CostAxis& axis = axes.emplace_back(CostAxis{name, {}, {}, {}});
    for (auto& [level, index] : known) {
      index = static_cast<std::uint32_t>(axis.levels.size());
      axis.levels.push_back(level.first);
      axis.texts.push_back(level.second);
    }
    for (const Spec& item : items) axis.level.push_back(known.at(level_of(item.recipe, name)));
    if (role_of(name) == ParameterRole::path) add_sizes(items, axis);
  }
  return axes;
}

std::string axis_text(const Recipe& recipe, const std::string& axis) {
  if (axis == k_family_axis) return recipe.name;
  const auto found = recipe.parameters.find(axis);
  return found == recipe.parameters.end() ? "" : to_text(found->second);
}

}  // namespace palio
