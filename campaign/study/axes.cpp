#include "campaign/study/axes.h"

#include <algorithm>
#include <utility>

namespace palio {
namespace {

bool kept(const Block& block, const Parameters& point) {
  const auto match = [&](const Filter& filter) { return matches(filter, point); };
  return (block.only.empty() || std::ranges::any_of(block.only, match)) && std::ranges::none_of(block.exclude, match);
}

// The point at these steps of the axes.
Parameters point_at(const Block& block, const std::vector<std::size_t>& steps) {
  Parameters point;
  for (std::size_t axis = 0; axis < steps.size(); ++axis) {
    const std::vector<Value>& row = block.axes[axis].rows[steps[axis]];
    for (std::size_t i = 0; i < row.size(); ++i) point.emplace(block.axes[axis].names[i], row[i]);
  }
  return point;
}

// The next steps, the last axis first; false after the last point.
bool advance(const Block& block, std::vector<std::size_t>& steps) {
  for (std::size_t axis = steps.size(); axis-- > 0;) {
    if (++steps[axis] < block.axes[axis].rows.size()) return true;
    steps[axis] = 0;
  }
  return false;
}

}  // namespace

bool matches(const Filter& filter, const Parameters& point) {
  return std::ranges::all_of(filter.conditions, [&](const Axis& condition) {
    const auto found = point.find(condition.names.front());
    return found != point.end() && std::ranges::any_of(condition.rows, [&](const std::vector<Value>& row) {
             return row.front() == found->second;
           });
  });
}

double point_count(const Block& block) {
  double count = 1;
  for (const Axis& axis : block.axes) count *= static_cast<double>(axis.rows.size());
  return count;
}

std::vector<Parameters> expand(const Block& block) {
  std::vector<Parameters> points;
  if (point_count(block) == 0) return points;
  std::vector<std::size_t> steps(block.axes.size(), 0);
  do {
    Parameters point = point_at(block, steps);
    if (kept(block, point)) points.push_back(std::move(point));
  } while (advance(block, steps));
  return points;
}

}  // namespace palio
