#include "campaign/study/axes.h"

#include <algorithm>
#include <utility>

namespace palio {
namespace {

bool is_kept(const Block& block, const Parameters& point) {
  const auto match = [&](const Filter& filter) { return matches(filter, point); };
  return (block.only.empty() || std::ranges::any_of(block.only, match)) && std::ranges::none_of(block.exclude, match);
}

}  // namespace

bool matches(const Filter& filter, const Parameters& point) {
  return std::ranges::all_of(filter, [&](const Axis& condition) {
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
  const auto count = static_cast<std::size_t>(point_count(block));
  for (std::size_t number = 0; number < count; ++number) {
    Parameters point;
    std::size_t rest = number;
    for (auto axis = block.axes.rbegin(); axis != block.axes.rend(); ++axis) {
      const std::vector<Value>& row = axis->rows[rest % axis->rows.size()];
      rest /= axis->rows.size();
      for (std::size_t i = 0; i < row.size(); ++i) point.emplace(axis->names[i], row[i]);
    }
    if (is_kept(block, point)) points.push_back(std::move(point));
  }
  return points;
}

}  // namespace palio
