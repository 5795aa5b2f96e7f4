#include "platforms/model/comm_estimate.h"

#include <gtest/gtest.h>

namespace palio {
namespace {

// c0: links of 10 byte/s; c1: links of 100 byte/s; uplinks 50 and 40 byte/s, backbone 1000 byte/s. Latencies: links 1
// and 2 s, switches 3 and 4 s, uplinks 5 and 6 s, backbone 7 s.
Platform two_clusters() {
  return {{{"c0", 8, 1, {10, 1}, {10, 3}, {50, 5}}, {"c1", 8, 1, {100, 2}, {100, 4}, {40, 6}}}, {1000, 7}, 0};
}

// The route inside c0 takes 1 + 3 + 1 = 5 s. 200 bytes: 2 senders need 200 / 20 = 10 s, 4 receivers 200 / 40 = 5 s.
TEST(CommEstimate, InsideAClusterIsBoundByTheSmallerSide) {
  const Platform platform = two_clusters();
  EXPECT_DOUBLE_EQ(CommEstimate(platform, 200, 0, 2, 0).time(4), 5 + 10);
  EXPECT_DOUBLE_EQ(CommEstimate(platform, 200, 0, 4, 0).time(2), 5 + 10);
  EXPECT_DOUBLE_EQ(CommEstimate(platform, 200, 0, 4, 0).time(4), 5 + 5);
}

// The route takes 1 + 3 + 5 + 7 + 6 + 4 + 2 = 28 s. 200 bytes from 1 sender: 20 s; more than the uplinks' 4 and 5 s.
TEST(CommEstimate, BetweenClustersMayBeBoundByTheSenders) {
  EXPECT_DOUBLE_EQ(CommEstimate(two_clusters(), 200, 0, 1, 1).time(8), 28 + 20);
}

// From c1 to one receiver of c0: 200 / 10 = 20 s.
TEST(CommEstimate, BetweenClustersMayBeBoundByTheReceivers) {
  EXPECT_DOUBLE_EQ(CommEstimate(two_clusters(), 200, 1, 8, 0).time(1), 28 + 20);
}

// 8 senders of c0: 200 / 80 = 2.5 s; 8 receivers of c1: 0.25 s; uplinks 200 / 50 = 4 s and 200 / 40 = 5 s.
TEST(CommEstimate, BetweenClustersMayBeBoundByTheSlowerUplink) {
  EXPECT_DOUBLE_EQ(CommEstimate(two_clusters(), 200, 0, 8, 1).time(8), 28 + 5);
  EXPECT_DOUBLE_EQ(CommEstimate(two_clusters(), 200, 1, 8, 0).time(8), 28 + 5);
}

// A backbone of 2 byte/s needs 100 s.
TEST(CommEstimate, BetweenClustersMayBeBoundByTheBackbone) {
  Platform platform = two_clusters();
  platform.backbone.bandwidth = 2;
  EXPECT_DOUBLE_EQ(CommEstimate(platform, 200, 0, 8, 1).time(8), 28 + 100);
}

TEST(CommEstimate, InsideAClusterIgnoresUplinksAndBackbone) {
  Platform platform = two_clusters();
  platform.backbone = {1e-9, 1e9};
  platform.clusters[0].uplink = {1e-9, 1e9};
  EXPECT_DOUBLE_EQ(CommEstimate(platform, 200, 0, 4, 0).time(4), 5 + 5);
}

// Without the backbone's 7 s the route takes 21 s; a backbone of 2 byte/s would need 100 s, the slower uplink needs 5
// s.
TEST(CommEstimate, WithoutABackboneIsNotBoundByIt) {
  Platform platform = two_clusters();
  platform.interconnect = Interconnect::uplinks;
  platform.backbone.bandwidth = 2;
  EXPECT_DOUBLE_EQ(CommEstimate(platform, 200, 0, 8, 1).time(8), 21 + 5);
}

// The route takes 1 + 8 + 2 = 11 s. 200 bytes: 8 senders of c0 need 2.5 s, 1 receiver of c1 2 s; the uplinks' 4 and 5 s
// and the backbone's 100 s are not on the way.
TEST(CommEstimate, AcrossASharedSwitchIsBoundByBothSidesAlone) {
  Platform platform = two_clusters();
  platform.interconnect = Interconnect::shared_switch;
  platform.shared_switch = {1000, 8};
  platform.backbone.bandwidth = 2;
  EXPECT_DOUBLE_EQ(CommEstimate(platform, 200, 0, 8, 1).time(1), 11 + 2.5);
  EXPECT_DOUBLE_EQ(CommEstimate(platform, 200, 1, 8, 0).time(1), 11 + 20);
}

// From host 0 to 1: 1 s and 200 byte at 10 byte/s; back 2 s at 40 byte/s. On one host nothing moves.
TEST(CommEstimate, InAMeshIsThatOfThePairsLink) {
  Platform platform;
  platform.interconnect = Interconnect::mesh;
  platform.clusters = {{"a", 1, 1, {}, {}, {}}, {"b", 1, 1, {}, {}, {}}};
  platform.pair_links = {{}, {10, 1}, {40, 2}, {}};
  EXPECT_EQ(CommEstimate(platform, 200, 0, 1, 1).time(1), 1 + 20);
  EXPECT_EQ(CommEstimate(platform, 200, 1, 1, 0).time(1), 2 + 5);
  EXPECT_EQ(CommEstimate(platform, 200, 1, 1, 1).time(1), 0);
  EXPECT_EQ(CommEstimate(platform, 0, 0, 1, 1).time(1), 0);
}

// From hosts of four cores over 10 byte/s each, all over 40 byte/s, to hosts of one core and 20 byte/s each; 1 s. Five
// cores are two hosts: 200 byte in 10 s; nine cores three hosts, where the shared 5 s and two receivers' 5 s are less
// than 200/30 s.
TEST(CommEstimate, OnALoadedPlatformIsBoundBySendersReceiversAndWhatTheyShare) {
  Platform platform;
  platform.interconnect = Interconnect::loaded;
  platform.clusters = {{"a", 12, 1, {}, {}, {}, 4}, {"b", 3, 1, {}, {}, {}}};
  platform.loaded = std::make_shared<const LoadedNetwork>(
      LoadedNetwork{"", {"a", "b", "c", "d", "e", "f"}, {{}, {1, 10, 20, 40}}, {0, 1, 0, 0}});
  check(platform);
  EXPECT_EQ(CommEstimate(platform, 200, 0, 5, 1).time(2), 1 + 10);
  EXPECT_EQ(CommEstimate(platform, 200, 0, 9, 1).time(2), 1 + 200 / 30.0);
  EXPECT_EQ(CommEstimate(platform, 200, 0, 9, 1).time(1), 1 + 10);
  EXPECT_EQ(CommEstimate(platform, 200, 0, 9, 0).time(1), 0);  // nothing is on the way
}

TEST(CommEstimate, FromOneToOneFollowsTheRouteBitForBit) {
  Platform platform = two_clusters();
  for (const Interconnect interconnect : {Interconnect::backbone, Interconnect::uplinks, Interconnect::shared_switch}) {
    platform.interconnect = interconnect;
    platform.shared_switch = {1000, 8};
    for (const int source : {0, 1})
      for (const int target : {0, 1}) {
        const Link route = estimated_route(platform, source, target);
        EXPECT_EQ(CommEstimate(platform, 77.7, source, 1, target).time(1), route.latency + 77.7 / route.bandwidth);
      }
  }
}

TEST(CommEstimate, OfNoDataIsZero) {
  EXPECT_EQ(CommEstimate(two_clusters(), 0, 0, 1, 1).time(1), 0);
  EXPECT_EQ(CommEstimate(two_clusters(), 0, 0, 1, 0).time(1), 0);
}

}  // namespace
}  // namespace palio
