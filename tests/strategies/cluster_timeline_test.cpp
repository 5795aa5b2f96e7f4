#include "strategies/ptg/cluster_timeline.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

// Processors 0..4, free at 5, 3, 3, 8, 0.
ClusterTimeline busy() {
  ClusterTimeline timeline(5);
  timeline.occupy({0}, 5);
  timeline.occupy({1, 2}, 3);
  timeline.occupy({3}, 8);
  return timeline;
}

TEST(ClusterTimeline, StartsWhenDataAndEnoughProcessorsAreThere) {
  const ClusterTimeline timeline = busy();
  EXPECT_EQ(timeline.start(1, 0), 0);
  EXPECT_EQ(timeline.start(2, 0), 3);
  EXPECT_EQ(timeline.start(3, 4), 4);
  EXPECT_EQ(timeline.start(4, 4), 5);
  EXPECT_EQ(timeline.start(5, 4), 8);
}

TEST(ClusterTimeline, TakesTheMostRecentlyFreedFirst) {
  // Ready at 6: free are 0 (since 5), 1 and 2 (since 3), 4 (since 0).
  const ClusterTimeline timeline = busy();
  EXPECT_EQ(timeline.choose(1, 6), (std::vector<int>{0}));
  EXPECT_EQ(timeline.choose(2, 6), (std::vector<int>{0, 1}));  // tie between 1 and 2: lowest number
  EXPECT_EQ(timeline.choose(3, 6), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(timeline.choose(4, 6), (std::vector<int>{0, 1, 2, 4}));
}

TEST(ClusterTimeline, ThenThoseFreeLaterSoonestFirst) {
  // Ready at 1: free is 4; later come 1 and 2 (at 3), 0 (at 5), 3 (at 8).
  const ClusterTimeline timeline = busy();
  EXPECT_EQ(timeline.choose(2, 1), (std::vector<int>{1, 4}));
  EXPECT_EQ(timeline.choose(4, 1), (std::vector<int>{0, 1, 2, 4}));
  EXPECT_EQ(timeline.choose(5, 1), (std::vector<int>{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace palio
