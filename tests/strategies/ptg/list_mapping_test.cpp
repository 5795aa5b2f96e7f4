#include "strategies/ptg/list_mapping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/identity/random_stream.h"

namespace palio {
namespace {

// Processors 0..4, free at 5, 3, 3, 8, 0.
ClusterTimeline busy_timeline() {
  ClusterTimeline timeline(5);
  timeline.occupy({0}, 5);
  timeline.occupy({1, 2}, 3);
  timeline.occupy({3}, 8);
  return timeline;
}

TEST(ClusterTimeline, StartsWhenDataAndEnoughProcessorsAreThere) {
  const ClusterTimeline timeline = busy_timeline();
  EXPECT_EQ(timeline.start(1, 0), 0);
  EXPECT_EQ(timeline.start(2, 0), 3);
  EXPECT_EQ(timeline.start(3, 4), 4);
  EXPECT_EQ(timeline.start(4, 4), 5);
  EXPECT_EQ(timeline.start(5, 4), 8);
}

TEST(ClusterTimeline, TellsHowManyAreFreeAtOneDate) {
  const ClusterTimeline timeline = busy_timeline();
  EXPECT_EQ(timeline.last_as_free(1), 1);
  EXPECT_EQ(timeline.last_as_free(2), 3);
  EXPECT_EQ(timeline.last_as_free(3), 3);
  EXPECT_EQ(timeline.last_as_free(5), 5);
}

TEST(ClusterTimeline, TakesTheMostRecentlyFreedFirst) {
  // Ready at 6: free are 0 (since 5), 1 and 2 (since 3), 4 (since 0).
  const ClusterTimeline timeline = busy_timeline();
  EXPECT_EQ(timeline.choose(1, 6), (std::vector<int>{0}));
  EXPECT_EQ(timeline.choose(2, 6), (std::vector<int>{0, 1}));  // tie between 1 and 2: lowest number
  EXPECT_EQ(timeline.choose(3, 6), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(timeline.choose(4, 6), (std::vector<int>{0, 1, 2, 4}));
}

TEST(ClusterTimeline, ThenThoseFreeLaterSoonestFirst) {
  // Ready at 1: free is 4; later come 1 and 2 (at 3), 0 (at 5), 3 (at 8).
  const ClusterTimeline timeline = busy_timeline();
  EXPECT_EQ(timeline.choose(2, 1), (std::vector<int>{1, 4}));
  EXPECT_EQ(timeline.choose(4, 1), (std::vector<int>{0, 1, 2, 4}));
  EXPECT_EQ(timeline.choose(5, 1), (std::vector<int>{0, 1, 2, 3, 4}));
}

// The n processors of a start, looked for in a plain table of dates.
std::vector<int> chosen_from(const std::vector<double>& free, int n, double ready) {
  std::vector<int> order(free.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int processor) {
    const double date = free[processor];
    return std::tuple(date > ready, date > ready ? date : -date, processor);
  });
  order.resize(static_cast<std::size_t>(n));
  std::ranges::sort(order);
  return order;
}

TEST(ClusterTimeline, ChoosesAsFromATableOfDates) {
  RandomStream random(61);
  for (int round = 0; round < 1000; ++round) {
    const auto processors = static_cast<int>(random.uniform_integer(1, 12));
    ClusterTimeline timeline(processors);
    std::vector<double> free(static_cast<std::size_t>(processors), 0.0);
    for (int task = 0; task < 30; ++task) {
      const auto n = static_cast<int>(random.uniform_integer(1, processors));
      const auto ready = static_cast<double>(random.uniform_integer(0, 20));
      const std::vector<int> chosen = timeline.choose(n, ready);
      ASSERT_EQ(chosen, chosen_from(free, n, ready)) << "round " << round << ", task " << task;
      double start = ready;
      for (const int processor : chosen) start = std::max(start, free[processor]);
      ASSERT_EQ(timeline.start(n, ready), start);
      const double finish = start + static_cast<double>(random.uniform_integer(1, 5));
      timeline.occupy(chosen, finish);
      for (const int processor : chosen) free[processor] = finish;
    }
  }
}

}  // namespace
}  // namespace palio
