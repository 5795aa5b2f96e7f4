#include "platforms/model/platform.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "core/error.h"
#include "tests/support/builders.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

// 3 + 1 + 4 processors.
Platform three_clusters() {
  return {{{"a", 3, 2e9, {10, 1}, {20, 2}, {30, 4}},
           {"b", 1, 1e9, {11, 8}, {21, 16}, {31, 32}},
           {"c", 4, 5e9, {12, 64}, {9, 128}, {32, 256}}},
          {40, 512},
          0};
}

std::string error_after(const std::function<void(Platform&)>& change) {
  Platform platform = three_clusters();
  change(platform);
  return test::error_of([&] { check(platform); });
}

TEST(Platform, NumbersProcessorsThroughAllClusters) {
  const Platform platform = three_clusters();
  EXPECT_EQ(processor_count(platform), 8);
  EXPECT_EQ(first_processor(platform, 0), 0);
  EXPECT_EQ(first_processor(platform, 1), 3);
  EXPECT_EQ(first_processor(platform, 2), 4);
}

TEST(Platform, KnowsItsSpeeds) {
  EXPECT_EQ(slowest_speed(three_clusters()), 1e9);
  EXPECT_EQ(fastest_speed(three_clusters()), 5e9);
}

// Inside a: link 1, switch 2, link 1. From a to b: 1 + 2 + 4, backbone 512, 32 + 16 + 8.
TEST(Platform, SumsLatenciesOnRoutes) {
  EXPECT_EQ(route_latency(three_clusters(), 0, 0), 4);
  EXPECT_EQ(route_latency(three_clusters(), 0, 1), 7 + 512 + 56);
  EXPECT_EQ(route_latency(three_clusters(), 1, 0), 7 + 512 + 56);
}

// Inside c the switch (9) is the slowest; from a to b the link of a (10).
TEST(Platform, FindsTheSmallestBandwidthOnRoutes) {
  EXPECT_EQ(route_bandwidth(three_clusters(), 2, 2), 9);
  EXPECT_EQ(route_bandwidth(three_clusters(), 0, 1), 10);
  EXPECT_EQ(route_bandwidth(three_clusters(), 1, 2), 9);
  Platform narrow = three_clusters();
  narrow.backbone.bandwidth = 3;
  EXPECT_EQ(route_bandwidth(narrow, 0, 1), 3);
  narrow.clusters[1].uplink.bandwidth = 2;
  EXPECT_EQ(route_bandwidth(narrow, 0, 1), 2);
  EXPECT_EQ(route_bandwidth(narrow, 0, 0), 10);
}

Platform joined_by_uplinks() {
  Platform platform = three_clusters();
  platform.interconnect = Interconnect::uplinks;
  platform.backbone = {};
  return platform;
}

// The shared switch: 15 byte/s, 1024 s.
Platform on_one_switch() {
  Platform platform = three_clusters();
  platform.interconnect = Interconnect::shared_switch;
  platform.backbone = {};
  for (Cluster& cluster : platform.clusters) cluster.cluster_switch = cluster.uplink = {};
  platform.shared_switch = {15, 1024};
  return platform;
}

// Inside a: 1 + 2 + 1, as ever. From a to b: 1 + 2 + 4, then 32 + 16 + 8. Slowest from a to c: the switch of c (9);
// with an uplink of 3 it is that one.
TEST(Platform, JoinedByUplinksHasNoBackboneOnItsRoutes) {
  Platform platform = joined_by_uplinks();
  EXPECT_EQ(route_latency(platform, 0, 0), 4);
  EXPECT_EQ(route_latency(platform, 0, 1), 7 + 56);
  EXPECT_EQ(route_latency(platform, 1, 0), 7 + 56);
  EXPECT_EQ(route_bandwidth(platform, 0, 2), 9);
  platform.clusters[0].uplink.bandwidth = 3;
  EXPECT_EQ(route_bandwidth(platform, 0, 2), 3);
  EXPECT_EQ(route_bandwidth(platform, 2, 0), 3);
  EXPECT_EQ(route_bandwidth(platform, 0, 0), 10);
}

// Inside a: 1 + 1024 + 1; from a to b: 1 + 1024 + 8. The links (10, 11, 12) are slower than the switch (15).
TEST(Platform, OnOneSwitchHasThatSwitchAloneBetweenTheLinks) {
  Platform platform = on_one_switch();
  EXPECT_EQ(route_latency(platform, 0, 0), 1026);
  EXPECT_EQ(route_latency(platform, 0, 1), 1033);
  EXPECT_EQ(route_latency(platform, 1, 0), 1033);
  EXPECT_EQ(route_bandwidth(platform, 1, 2), 11);
  EXPECT_EQ(route_bandwidth(platform, 2, 2), 12);
  platform.shared_switch.bandwidth = 2;
  EXPECT_EQ(route_bandwidth(platform, 1, 2), 2);
  EXPECT_EQ(route_bandwidth(platform, 1, 1), 2);
}

// From a to b 10 byte/s and 1 s, back 20 and 2.
Platform two_hosts() {
  Platform platform;
  platform.interconnect = Interconnect::mesh;
  platform.clusters = {{"a", 1, 2e9, {}, {}, {}}, {"b", 1, 1e9, {}, {}, {}}};
  platform.pair_links = {{}, {10, 1}, {20, 2}, {}};
  return platform;
}

TEST(Platform, AMeshHasTheLinkOfThePairAloneBetweenItsHosts) {
  const Platform platform = two_hosts();
  EXPECT_EQ(route_latency(platform, 0, 1), 1);
  EXPECT_EQ(route_latency(platform, 1, 0), 2);
  EXPECT_EQ(route_bandwidth(platform, 0, 1), 10);
  EXPECT_EQ(route_bandwidth(platform, 1, 0), 20);
  EXPECT_EQ(route_latency(platform, 1, 1), 0);
  EXPECT_EQ(route_bandwidth(platform, 1, 1), std::numeric_limits<double>::infinity());
}

TEST(CheckPlatform, AsksAMeshForHostsOfOneProcessorAndALinkForEachPair) {
  const auto error_of_mesh = [](const std::function<void(Platform&)>& change) {
    Platform platform = two_hosts();
    change(platform);
    return test::error_of([&] { check(platform); });
  };
  EXPECT_EQ(error_of_mesh([](Platform&) {}), "no error");
  EXPECT_EQ(error_of_mesh([](Platform& p) { p.clusters[1].processors = 2; }),
            "cluster \"b\" has 2 processors, a host of a mesh has 1");
  EXPECT_EQ(error_of_mesh([](Platform& p) { p.pair_links.pop_back(); }),
            "a mesh of 2 hosts has 3 places for links, needs 4");
  EXPECT_EQ(error_of_mesh([](Platform& p) { p.pair_links[2].bandwidth = 0; }),
            "bandwidth of the link from cluster \"b\" to cluster \"a\" is 0 byte/s, must be positive and finite");
  EXPECT_EQ(error_of_mesh([](Platform& p) { p.pair_links[1].latency = -1; }),
            "latency of the link from cluster \"a\" to cluster \"b\" is -1 s, must be finite and not negative");
  EXPECT_EQ(error_of_mesh([](Platform& p) { p.clusters.resize(2001, p.clusters[0]); }),
            "a mesh of 2001 hosts is too large, 2000 are the most");
}

TEST(CheckPlatform, AcceptsOneThatMakesSense) {
  EXPECT_EQ(error_after([](Platform&) {}), "no error");
}

TEST(CheckPlatform, NamesTheFirstValueThatMakesNoSense) {
  EXPECT_EQ(error_after([](Platform& p) { p.clusters.clear(); }), "a platform needs at least one cluster");
  EXPECT_EQ(error_after([](Platform& p) { p.clusters[1].processors = 0; }),
            "cluster \"b\" has 0 processors, needs at least 1");
  EXPECT_EQ(error_after([](Platform& p) { p.clusters[0].speed = 0; }),
            "speed of cluster \"a\" is 0 flop/s, must be positive and finite");
  EXPECT_EQ(error_after([](Platform& p) { p.clusters[2].processor_link.bandwidth = -1; }),
            "bandwidth of the processor link of cluster \"c\" is -1 byte/s, must be positive and finite");
  EXPECT_EQ(error_after([](Platform& p) { p.clusters[2].cluster_switch.latency = -1; }),
            "latency of the switch of cluster \"c\" is -1 s, must be finite and not negative");
  EXPECT_EQ(error_after([](Platform& p) { p.clusters[0].uplink.bandwidth = 0; }),
            "bandwidth of the uplink of cluster \"a\" is 0 byte/s, must be positive and finite");
  EXPECT_EQ(error_after([](Platform& p) { p.backbone.latency = std::nan(""); }),
            "latency of the backbone is nan s, must be finite and not negative");
  EXPECT_EQ(error_after([](Platform& p) { p.tcp_gamma = -1; }),
            "tcp_gamma is -1 byte, must be finite and not negative");
}

TEST(CheckPlatform, AsksForWhatTheInterconnectUses) {
  EXPECT_NO_THROW(check(joined_by_uplinks()));
  EXPECT_NO_THROW(check(on_one_switch()));
  EXPECT_EQ(error_after([](Platform& p) {
              p = joined_by_uplinks();
              p.clusters[1].uplink.bandwidth = 0;
            }),
            "bandwidth of the uplink of cluster \"b\" is 0 byte/s, must be positive and finite");
  EXPECT_EQ(error_after([](Platform& p) {
              p = on_one_switch();
              p.shared_switch.latency = -1;
            }),
            "latency of the shared switch is -1 s, must be finite and not negative");
}

TEST(CheckPlatform, NamesAClusterWithoutNameByItsPosition) {
  EXPECT_EQ(error_after([](Platform& p) { p.clusters[1] = {}; }), "cluster 1 has 0 processors, needs at least 1");
}

TEST(CheckPlatform, RefusesMoreProcessorsThanAnIntegerCounts) {
  EXPECT_EQ(error_after([](Platform& p) { p.clusters[0].processors = std::numeric_limits<int>::max(); }),
            "a platform of 2147483652 processors is too large");
}

TEST(CheckPlatform, LetsOneClusterDoWithoutUplinkAndBackbone) {
  EXPECT_NO_THROW(check({{{"a", 3, 2e9, {10, 1}, {20, 2}, {}}}, {}, 0}));
}

// Links of 10 byte/s but for one from host 2 to host 0: their own links are 30, 10 and 30 byte/s.
TEST(MeshContention, GivesEachHostALinkAsFastAsItsFastestPair) {
  Platform mesh = test::mesh({1, 2, 3});
  mesh.pair_links[6] = {30, 1};
  EXPECT_FALSE(has_contention(mesh));
  add_contention(mesh);
  EXPECT_TRUE(has_contention(mesh));
  EXPECT_EQ(mesh.clusters[0].processor_link.bandwidth, 30);
  EXPECT_EQ(mesh.clusters[1].processor_link.bandwidth, 10);
  EXPECT_EQ(mesh.clusters[2].processor_link.bandwidth, 30);
  EXPECT_EQ(route_latency(mesh, 2, 0), 1);
  EXPECT_NO_THROW(check(mesh));
}

TEST(MeshContention, OfOneHostIsNothing) {
  Platform mesh = test::mesh({1});
  add_contention(mesh);
  EXPECT_NO_THROW(check(mesh));
}

TEST(MeshContention, IsNotForManyHosts) {
  Platform mesh = test::mesh(std::vector<double>(k_most_contending_hosts + 1, 1.0));
  EXPECT_EQ(test::error_of([&] { add_contention(mesh); }),
            "a mesh with contention has at most 500 hosts, this one has 501: use contention off");
}

}  // namespace
}  // namespace palio
