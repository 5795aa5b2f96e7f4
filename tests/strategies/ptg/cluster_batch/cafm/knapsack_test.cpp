#include "strategies/ptg/cluster_batch/cafm/dual_approximation.h"

#include <gtest/gtest.h>

#include "core/identity/random_stream.h"

namespace palio {
namespace {

using Chosen = std::vector<std::size_t>;

TEST(Knapsack, TakesTheMostProfitThatFits) {
  // 3 + 4 in sizes 2 + 3 beat 6 in size 4.
  const std::vector<KnapsackItem> items{{4, 6}, {2, 3}, {3, 4}};
  EXPECT_EQ(knapsack(items, 5), (Chosen{1, 2}));
  EXPECT_EQ(knapsack(items, 4), Chosen{0});
  EXPECT_EQ(knapsack(items, 1), Chosen{});
}

TEST(Knapsack, PrefersTheEarliestItemsAmongEqualProfits) {
  // In 2: a profit of 4 by items 0 and 1, by another pair or by item 2. In 3: 6 by 0, 1, 3 or by one of them and 2.
  const std::vector<KnapsackItem> items{{1, 2}, {1, 2}, {2, 4}, {1, 2}};
  EXPECT_EQ(knapsack(items, 2), (Chosen{0, 1}));
  EXPECT_EQ(knapsack(items, 3), (Chosen{0, 1, 3}));
}

TEST(Knapsack, TakesItemsWithoutProfitButNoLoss) {
  const std::vector<KnapsackItem> items{{1, 0}, {1, -1}, {0, 0}, {1, 5}};
  EXPECT_EQ(knapsack(items, 9), (Chosen{0, 2, 3}));
  EXPECT_EQ(knapsack(items, 0), Chosen{2});
  EXPECT_EQ(knapsack({}, 3), Chosen{});
}

// Of all subsets that fit the best one; among equals the one with the earliest item where they differ.
Chosen by_trial(const std::vector<KnapsackItem>& items, int capacity) {
  Chosen best;
  double best_profit = -1;
  // Item 0 is the highest bit, so that larger numbers have the earlier items.
  for (std::size_t set = std::size_t{1} << items.size(); set-- > 0;) {
    Chosen chosen;
    int size = 0;
    double profit = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (((set >> (items.size() - 1 - i)) & 1) == 0) continue;
      chosen.push_back(i);
      size += items[i].size;
      profit += items[i].profit;
    }
    if (size > capacity || profit <= best_profit) continue;
    best = chosen;
    best_profit = profit;
  }
  return best;
}

TEST(Knapsack, AgreesWithTryingEverySubset) {
  RandomStream random(3);
  for (int i = 0; i < 5000; ++i) {
    std::vector<KnapsackItem> items;
    const std::int64_t count = random.uniform_integer(0, 8);
    const std::int64_t profits = random.uniform_integer(1, 12);  // few: many ties
    for (std::int64_t item = 0; item < count; ++item)
      items.push_back(
          {static_cast<int>(random.uniform_integer(0, 6)), static_cast<double>(random.uniform_integer(-2, profits))});
    const auto capacity = static_cast<int>(random.uniform_integer(0, 20));
    ASSERT_EQ(knapsack(items, capacity), by_trial(items, capacity)) << "case " << i;
  }
}

}  // namespace
}  // namespace palio
