#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/identity/random_stream.h"
#include "strategies/ptg/list_mapping.h"
#include "tests/support/builders.h"
#include "workloads/model/speedup.h"

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

// The n processors of a start, searched for in a plain table of dates.
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

TEST(ReferenceCluster, HasTheSlowestSpeedAndThePlatformsPowerRoundedDown) {
  // 3 x 1 + 2 x 2.75 = 8.5 processors of 2 flop/s.
  const Platform platform = test::platform({test::cluster(3, 2), test::cluster(2, 5.5)});
  EXPECT_DOUBLE_EQ(reference_processors(platform), 8.5);
  const ReferenceCluster reference = reference_cluster(platform);
  EXPECT_EQ(reference.processors, 8);
  EXPECT_EQ(reference.speed, 2);
}

TEST(Translation, WithoutSerialPartDividesBySpeedRatio) {
  const Task task{100, 0, ""};
  EXPECT_EQ(translated_allocation(task, 4, 1, 2), 2);
  EXPECT_EQ(translated_allocation(task, 5, 1, 2), 3);
  EXPECT_EQ(translated_allocation(task, 1, 1, 8), 1);
}

TEST(Translation, WithSerialPartNeedsFewerProcessorsOnFasterClusters) {
  // alpha = 0.25, n = 4, speed ratio 2: 0.75 / (2 (0.25 + 0.1875) - 0.25) = 1.2: two processors.
  EXPECT_EQ(translated_allocation({100, 0.25, ""}, 4, 1, 2), 2);
}

TEST(Translation, OnEqualSpeedsIsTheSameNumber) {
  for (int n = 1; n <= 200; ++n)
    for (const double alpha : {0.0, 0.01, 0.1, 0.25, 0.333, 0.9})
      EXPECT_EQ(translated_allocation({1e9, alpha, ""}, n, 0.7e9, 0.7e9), n) << "alpha " << alpha;
}

TEST(Translation, IsTheSmallestAllocationThatIsNoSlower) {
  RandomStream random(7);
  for (int i = 0; i < 5000; ++i) {
    const Task task{random.uniform_real(1e9, 1e12), random.uniform_real(0, 0.25), ""};
    const double reference = random.uniform_real(0.25e9, 1e9);
    const double speed = reference * random.uniform_real(1, 5);
    const int n = static_cast<int>(random.uniform_integer(1, 500));
    const int translated = translated_allocation(task, n, reference, speed);
    const double wanted = execution_time(task, n, reference);
    EXPECT_LE(execution_time(task, translated, speed), wanted * (1 + 1e-9));
    if (translated > 1) {
      EXPECT_GT(execution_time(task, translated - 1, speed), wanted * (1 - 1e-9));
    }
  }
}

TEST(Translation, FeasibleWhereSomeClusterIsLargeEnough) {
  const Platform platform = test::platform({test::cluster(2, 1), test::cluster(2, 2)});
  const Task task{100, 0, ""};
  EXPECT_TRUE(some_cluster_holds(platform, task, 4, 1));   // 2 processors of the second cluster
  EXPECT_FALSE(some_cluster_holds(platform, task, 5, 1));  // would take 5 or 3
}

}  // namespace

}  // namespace palio
