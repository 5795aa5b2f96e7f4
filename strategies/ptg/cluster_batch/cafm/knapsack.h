#pragma once

#include <span>
#include <vector>

namespace palio {

struct KnapsackItem {
  int size = 0;       // processors, at least 0
  double profit = 0;  // a negative one is never taken
};

/// 0/1 knapsack by dynamic programming: the items, by increasing index, whose profit is largest in a knapsack of that
/// capacity (at least 0). Sums run from the last item to the first. Among choices of equal profit the one that has the
/// earliest item in which they differ.
std::vector<std::size_t> knapsack(std::span<const KnapsackItem> items, int capacity);

}  // namespace palio
