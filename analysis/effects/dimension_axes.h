#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace palio {

/// What varies among the platforms, workloads or strategies of results.
struct DesignAxis {
  static constexpr int k_none = -1;

  std::string name;                 // column of the view `results`
  std::vector<std::string> levels;  // by size, texts behind numbers
  int inapplicable = k_none;        // the level of those that have no such parameter
  std::string follows_from;         // name of the axis that tells this one's levels; empty: none does
};

/// Platforms, workloads or strategies.
struct DesignMembers {
  std::vector<DesignAxis> axes;
  std::vector<std::vector<int>> levels;  // by member: of each axis
};

/// Members as a campaign names them: "platform", "workload" or "strategy" and their canonical names.
struct DimensionNames {
  std::string dimension;
  std::vector<std::string> canonical;
};

/// The axes of three dimensions in their order, all of them with different names. Neither the number nor the seed of a
/// draw is an axis, nor the digest of a file.
std::vector<DesignMembers> find_axes(std::span<const DimensionNames> dimensions);

/// Whether `inner` is a parameter that only some levels of `outer` have: its levels are compared within those.
bool is_within(const DesignMembers& members, std::size_t inner, std::size_t outer);

}  // namespace palio
