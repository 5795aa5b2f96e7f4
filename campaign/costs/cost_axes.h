#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/identity/canonical.h"

namespace palio {

/// One axis of a study's platforms or workloads as the cost model sees it: which of the axis's values each item has.
struct CostAxis {
  std::string name;
  std::vector<double> levels;        // the values, numbers ascending; 0 for one that is no positive number
  std::vector<std::string> texts;    // the values in words; empty for items without such a parameter
  std::vector<std::uint32_t> level;  // by item
  std::vector<double> sizes = {};    // of the files that the values name: tasks and edges; 0: it names none
};

/// The axes on which the items differ, the family among them; sample, seed and digest aside.
std::vector<CostAxis> cost_axes(const std::vector<Spec>& items);

/// A recipe's value on an axis in words; empty where it has no such parameter.
std::string axis_text(const Recipe& recipe, const std::string& axis);

}  // namespace palio
