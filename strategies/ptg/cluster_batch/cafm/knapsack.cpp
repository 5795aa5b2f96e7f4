#include "strategies/ptg/cluster_batch/cafm/knapsack.h"

namespace palio {

// best[i][c]: largest profit of the items from i on in c.
std::vector<std::size_t> knapsack(std::span<const KnapsackItem> items, int capacity) {
  const auto sizes = static_cast<std::size_t>(capacity) + 1;
  std::vector<double> best((items.size() + 1) * sizes, 0.0);
  const auto with = [&](std::size_t i, std::size_t room) {
    return items[i].profit + best[(i + 1) * sizes + room - static_cast<std::size_t>(items[i].size)];
  };
  const auto takes = [&](std::size_t i, std::size_t room) {
    return items[i].size <= static_cast<int>(room) && with(i, room) >= best[(i + 1) * sizes + room];
  };
  for (std::size_t i = items.size(); i-- > 0;)
    for (std::size_t room = 0; room < sizes; ++room)
      best[i * sizes + room] = takes(i, room) ? with(i, room) : best[(i + 1) * sizes + room];
  std::vector<std::size_t> chosen;
  auto room = static_cast<std::size_t>(capacity);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!takes(i, room)) continue;
    chosen.push_back(i);
    room -= static_cast<std::size_t>(items[i].size);
  }
  return chosen;
}

}  // namespace palio
