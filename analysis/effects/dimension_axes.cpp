#include "analysis/effects/dimension_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "core/identity/canonical.h"
#include "core/identity/parameters.h"
#include "core/metrics.h"

namespace palio {
namespace {

using Written = std::map<std::string, std::string>;  // by parameter; the name of the recipe under an empty one

Written read_written(const std::string& canonical) {
  RecipeReader reader(canonical);
  Written written{{"", std::string(reader.name())}};
  while (const std::optional<WrittenParameter> parameter = reader.next()) {
    const ParameterRole role = role_of(parameter->name);
    if (role != ParameterRole::sample && role != ParameterRole::seed && role != ParameterRole::digest)
      written[std::string(parameter->name)] = parameter->unquoted();
  }
  return written;
}

// Numbers by size, then texts, then nothing.
struct LevelOrder {
  static std::optional<double> number(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
  }
  bool operator()(const std::optional<std::string>& a, const std::optional<std::string>& b) const {
    if (!a || !b) return a.has_value() && !b;
    const std::optional<double> x = number(*a), y = number(*b);
    if (x && y && *x != *y) return *x < *y;
    if (x.has_value() != y.has_value()) return x.has_value();
    return *a < *b;
  }
};

// Adds the axis of one parameter if it varies.
void add_axis(DesignMembers& members, std::span<const Written> written, const std::string& parameter,
              const std::string& name) {
  std::map<std::optional<std::string>, int, LevelOrder> places;
  std::vector<std::optional<std::string>> values;
  for (const Written& one : written) {
    const auto found = one.find(parameter);
    values.push_back(found == one.end() ? std::nullopt : std::optional(found->second));
    places.emplace(values.back(), 0);
  }
  if (places.size() < 2) return;
  DesignAxis axis{.name = name, .levels = {}, .follows_from = {}};
  for (auto& [value, place] : places) {
    place = static_cast<int>(axis.levels.size());
    if (!value) axis.inapplicable = place;
    axis.levels.push_back(value.value_or(""));
  }
  members.axes.push_back(std::move(axis));
  for (std::size_t i = 0; i < values.size(); ++i) members.levels[i].push_back(places.at(values[i]));
}

// Whether a member's level of `from` tells that of `axis`.
bool tells(const DesignMembers& members, std::size_t from, std::size_t axis) {
  std::vector<int> told(members.axes[from].levels.size(), DesignAxis::k_none);
  for (const std::vector<int>& levels : members.levels) {
    int& level = told[static_cast<std::size_t>(levels[from])];
    if (level == DesignAxis::k_none) level = levels[axis];
    if (level != levels[axis]) return false;
  }
  return true;
}

// Of two that tell each other the first stays.
void note_followers(DesignMembers& members) {
  for (std::size_t axis = 0; axis < members.axes.size(); ++axis)
    for (std::size_t from = 0; from < members.axes.size(); ++from) {
      const DesignAxis& other = members.axes[from];
      if (from == axis || other.inapplicable != DesignAxis::k_none || !other.follows_from.empty()) continue;
      if (tells(members, from, axis) && (from < axis || !tells(members, axis, from))) {
        members.axes[axis].follows_from = other.name;
        break;
      }
    }
}

}  // namespace

std::vector<DesignMembers> find_axes(std::span<const DimensionNames> dimensions) {
  std::vector<DesignMembers> found;
  std::set<std::string> taken;
  for (const DimensionNames& names : dimensions) {
    std::vector<Written> written;
    std::set<std::string> parameters;
    for (const std::string& canonical : names.canonical) {
      written.push_back(read_written(canonical));
      for (const auto& [parameter, value] : written.back()) parameters.insert(parameter);
    }
    DesignMembers members;
    members.levels.resize(written.size());
    for (const std::string& parameter : parameters) {
      std::string name = parameter;
      if (parameter.empty())
        name = fmt::format("{}_{}", names.dimension, names.dimension == "strategy" ? "name" : "family");
      else if (role_of(parameter) != ParameterRole::plain || find_metric(parameter) != nullptr ||
               taken.contains(parameter))
        name = fmt::format("{}_{}", names.dimension, parameter);
      taken.insert(parameter);
      add_axis(members, written, parameter, name);
    }
    note_followers(members);
    found.push_back(std::move(members));
  }
  return found;
}

bool is_within(const DesignMembers& members, std::size_t inner, std::size_t outer) {
  const int inapplicable = members.axes[inner].inapplicable;
  if (inner == outer || inapplicable == DesignAxis::k_none) return false;
  std::map<int, bool> applies;  // by level of the outer one
  for (const std::vector<int>& levels : members.levels) {
    const bool here = levels[inner] != inapplicable;
    if (applies.try_emplace(levels[outer], here).first->second != here) return false;
  }
  return true;
}

}  // namespace palio
