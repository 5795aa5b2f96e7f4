#include "campaign/axes.h"

#include <algorithm>

namespace palio {
namespace {

bool matches(const Filter& filter, const Parameters& point) {
  return std::ranges::all_of(filter.conditions, [&](const Axis& condition) {
    const auto found = point.find(condition.names.front());
    return found != point.end() && std::ranges::any_of(condition.rows, [&](const std::vector<Value>& row) {
             return row.front() == found->second;
           });
  });
}

bool kept(const Block& block, const Parameters& point) {
  const auto match = [&](const Filter& filter) { return matches(filter, point); };
  return (block.only.empty() || std::ranges::any_of(block.only, match)) && std::ranges::none_of(block.exclude, match);
}

}  // namespace

std::vector<Parameters> expand(const Block& block) {
  std::vector<Parameters> points{{}};
  for (const Axis& axis : block.axes) {
    std::vector<Parameters> longer;
    longer.reserve(points.size() * axis.rows.size());
    for (const Parameters& point : points) {
      for (const std::vector<Value>& row : axis.rows) {
        Parameters& extended = longer.emplace_back(point);
        for (std::size_t i = 0; i < row.size(); ++i) extended.emplace(axis.names[i], row[i]);
      }
    }
    points = std::move(longer);
  }
  std::erase_if(points, [&](const Parameters& point) { return !kept(block, point); });
  return points;
}

}  // namespace palio
