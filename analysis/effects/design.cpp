#include "analysis/effects/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "core/exact_sum.h"
#include "core/id_numbers.h"
#include "core/identity/canonical.h"
#include "core/identity/parameters.h"
#include "core/metrics.h"

namespace palio {

// Platforms, workloads or strategies.
struct DesignMembers {
  std::vector<DesignAxis> axes;
  std::vector<std::vector<int>> levels;  // by member: of each axis
};

namespace {

constexpr std::size_t k_most_levels = 300;  // the time grows with their third power

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

// Numbers by size, then texts, then missing values.
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

// Whether a member's level of `from` determines its level of `axis`.
bool tells(const DesignMembers& members, std::size_t from, std::size_t axis) {
  std::vector<int> told(members.axes[from].levels.size(), DesignAxis::k_none);
  for (const std::vector<int>& levels : members.levels) {
    int& level = told[static_cast<std::size_t>(levels[from])];
    if (level == DesignAxis::k_none) level = levels[axis];
    if (level != levels[axis]) return false;
  }
  return true;
}

// Of two axes that determine each other the first stays.
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

// The axes of one dimension: "platform", "workload" or "strategy". Names that are `taken` by earlier ones get the
// dimension in front. Neither the number nor the seed of a draw is an axis, nor the digest of a file.
DesignMembers find_axes(std::string_view dimension, std::span<const std::string> canonical,
                        std::set<std::string>& taken) {
  std::vector<Written> written;
  std::set<std::string> parameters;
  for (const std::string& text : canonical) {
    written.push_back(read_written(text));
    for (const auto& [parameter, value] : written.back()) parameters.insert(parameter);
  }
  DesignMembers members;
  members.levels.resize(written.size());
  for (const std::string& parameter : parameters) {
    std::string name = parameter;
    if (parameter.empty())
      name = fmt::format("{}_{}", dimension, dimension == "strategy" ? "name" : "family");
    else if (role_of(parameter) != ParameterRole::plain || find_metric(parameter) != nullptr ||
             taken.contains(parameter))
      name = fmt::format("{}_{}", dimension, parameter);
    taken.insert(parameter);
    add_axis(members, written, parameter, name);
  }
  note_followers(members);
  return members;
}

// Whether `inner` is a parameter that only some levels of `outer` have: its levels are compared within those.
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

// The members of a dimension that occur, by canonical name.
class UsedMembers {
public:
  UsedMembers(std::span<const ResponseValue> values, std::int64_t ResponseValue::*id,
              const CampaignNames::Names& names) {
    for (const ResponseValue& value : values) numbers_.add(value.*id);
    std::map<std::string, std::size_t> by_name;
    for (const auto& [member, name] : names)
      if (const std::size_t number = numbers_.find(member); number != IdNumbers::k_none) by_name.emplace(name, number);
    places_.resize(numbers_.size());
    for (const auto& [name, number] : by_name) {
      places_[number] = std::ssize(canonical_);
      canonical_.push_back(name);
      ids_.push_back(numbers_.ids()[number]);
    }
  }

  std::int64_t place(std::int64_t id) const { return places_[numbers_.find(id)]; }
  const std::vector<std::string>& canonical() const { return canonical_; }
  // By place.
  std::vector<Draws::Place> places_in(const Draws& draws) const {
    std::vector<Draws::Place> places;
    for (const std::int64_t id : ids_) places.push_back(draws.place(id));
    return places;
  }

private:
  IdNumbers numbers_;
  std::vector<std::int64_t> places_;  // by number
  std::vector<std::string> canonical_;
  std::vector<std::int64_t> ids_;
};

// Numbers the combinations of levels in the order in which they occur.
std::vector<std::size_t> number_levels(const DesignMembers& members) {
  std::map<std::vector<int>, std::size_t> numbers;
  std::vector<std::size_t> combinations;
  for (const std::vector<int>& levels : members.levels)
    combinations.push_back(numbers.try_emplace(levels, numbers.size()).first->second);
  return combinations;
}

// Numbered in the order of the names.
Draws draws_by_name(CampaignNames::Names names) {
  std::ranges::sort(names, {}, &CampaignNames::Names::value_type::second);
  return Draws(names);
}

double mean_of(std::span<const ResponseValue> values) {
  ExactSum sum;
  for (const ResponseValue& value : values) sum.add(value.value);
  return sum.rounded() / static_cast<double>(values.size());
}

}  // namespace

void EffectDesign::choose_axes(const std::vector<DesignMembers>& members) {
  for (std::size_t dimension = 0; dimension < members.size(); ++dimension)
    for (std::size_t axis = 0; axis < members[dimension].axes.size(); ++axis) {
      const DesignAxis& found = members[dimension].axes[axis];
      const bool varies = found.levels.size() > 2 || found.inapplicable == DesignAxis::k_none;
      if (!found.follows_from.empty() && !varies) continue;  // it only says whether there is such a parameter
      if (!found.follows_from.empty()) {
        left_out_.emplace_back(found.name, fmt::format("follows from {}", found.follows_from));
      } else if (found.levels.size() > k_most_levels) {
        left_out_.emplace_back(found.name, fmt::format("has more than {} levels", k_most_levels));
      } else {
        chosen_.push_back({dimension, axis});
        axes_.push_back(found);
      }
    }
  for (const Choice& inner : chosen_)
    for (const Choice& outer : chosen_)
      within_.push_back(inner.dimension == outer.dimension &&
                        is_within(members[inner.dimension], inner.axis, outer.axis));
}

void EffectDesign::add_cell(const std::vector<DesignMembers>& members, const Places& at) {
  std::vector<int>& levels = cell_levels_.emplace_back();
  for (const Choice& choice : chosen_)
    levels.push_back(members[choice.dimension].levels[at[choice.dimension]][choice.axis]);
}

EffectDesign::EffectDesign(std::vector<ResponseValue> values, const CampaignNames& names) {
  const std::array<UsedMembers, 3> used{UsedMembers(values, &ResponseValue::platform, names.platforms),
                                        UsedMembers(values, &ResponseValue::workload, names.workloads),
                                        UsedMembers(values, &ResponseValue::strategy, names.strategies)};
  std::set<std::string> taken;
  const std::vector<DesignMembers> members{find_axes("platform", used[0].canonical(), taken),
                                           find_axes("workload", used[1].canonical(), taken),
                                           find_axes("strategy", used[2].canonical(), taken)};
  choose_axes(members);
  mean_ = mean_of(values);

  const std::array<std::vector<std::size_t>, 3> combinations{number_levels(members[0]), number_levels(members[1]),
                                                             number_levels(members[2])};
  for (auto& [platform, workload, strategy, value] : values) {
    platform = used[0].place(platform);
    workload = used[1].place(workload);
    strategy = used[2].place(strategy);
  }
  const auto places = [](const ResponseValue& value) {
    return Places{static_cast<std::size_t>(value.platform), static_cast<std::size_t>(value.workload),
                  static_cast<std::size_t>(value.strategy)};
  };
  std::ranges::sort(values, {}, places);
  const Draws platforms = draws_by_name(names.platforms), workloads = draws_by_name(names.workloads);
  platform_draws_ = platforms.count();
  workload_draws_ = workloads.count();
  const std::vector<Draws::Place> of_platforms = used[0].places_in(platforms),
                                  of_workloads = used[1].places_in(workloads);
  std::unordered_map<std::size_t, std::size_t> cells;  // by the number of the combination
  rows_.reserve(values.size());
  for (const ResponseValue& value : values) {
    const Places at = places(value);
    std::size_t number = 0;
    for (std::size_t d = 0; d < at.size(); ++d) number = number * combinations[d].size() + combinations[d][at[d]];
    const auto [cell, is_new] = cells.try_emplace(number, cell_levels_.size());
    if (is_new) add_cell(members, at);
    rows_.push_back(
        {.cell = cell->second, .platform = of_platforms[at[0]], .workload = of_workloads[at[1]], .value = value.value});
  }
}

}  // namespace palio
