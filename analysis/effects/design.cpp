#include "analysis/effects/design.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "core/exact_sum.h"

namespace palio {
namespace {

constexpr std::size_t k_most_levels = 300;  // the time grows with their third power

// The members of a dimension that come up, by canonical name.
class UsedMembers {
public:
  UsedMembers(std::span<const ResponseValue> values, std::int64_t ResponseValue::*id,
              const CampaignNames::Names& names) {
    std::vector<bool> used;
    for (const ResponseValue& value : values) {
      const auto index = static_cast<std::size_t>(value.*id);
      if (used.size() <= index) used.resize(index + 1);
      used[index] = true;
    }
    std::map<std::string, std::size_t> by_name;
    for (const auto& [member, name] : names)
      if (const auto index = static_cast<std::size_t>(member); index < used.size() && used[index])
        by_name.emplace(name, index);
    places_.resize(used.size());
    for (const auto& [name, index] : by_name) {
      places_[index] = canonical_.size();
      canonical_.push_back(name);
    }
  }

  std::size_t place(std::int64_t id) const { return places_[static_cast<std::size_t>(id)]; }
  const std::vector<std::string>& canonical() const { return canonical_; }

private:
  std::vector<std::size_t> places_;  // by id
  std::vector<std::string> canonical_;
};

// Numbers for combinations of levels in the order in which they come up.
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
      if (!found.follows_from.empty() && !varies) continue;  // whether there is such a parameter, and nothing else
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
  const std::array<DimensionNames, 3> dimensions{DimensionNames{"platform", used[0].canonical()},
                                                 DimensionNames{"workload", used[1].canonical()},
                                                 DimensionNames{"strategy", used[2].canonical()}};
  const std::vector<DesignMembers> members = find_axes(dimensions);
  choose_axes(members);
  mean_ = mean_of(values);

  const std::array<std::vector<std::size_t>, 3> combinations{number_levels(members[0]), number_levels(members[1]),
                                                             number_levels(members[2])};
  const auto places = [&](const ResponseValue& value) {
    return Places{used[0].place(value.platform), used[1].place(value.workload), used[2].place(value.strategy)};
  };
  std::ranges::sort(values, {}, places);
  const Draws platforms = draws_by_name(names.platforms), workloads = draws_by_name(names.workloads);
  platform_draws_ = platforms.count();
  workload_draws_ = workloads.count();
  std::unordered_map<std::size_t, std::size_t> cells;  // by the number of the combination
  rows_.reserve(values.size());
  for (const ResponseValue& value : values) {
    const Places at = places(value);
    std::size_t number = 0;
    for (std::size_t d = 0; d < at.size(); ++d) number = number * combinations[d].size() + combinations[d][at[d]];
    const auto [cell, is_new] = cells.try_emplace(number, cell_levels_.size());
    if (is_new) add_cell(members, at);
    rows_.push_back({.cell = cell->second,
                     .platform = platforms.place(static_cast<std::size_t>(value.platform)),
                     .workload = workloads.place(static_cast<std::size_t>(value.workload)),
                     .value = value.value});
  }
}

}  // namespace palio
