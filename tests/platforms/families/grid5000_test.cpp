#include "platforms/families/families.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

Platform site(std::string_view name, std::string_view more = "") {
  return build_grid5000_site(
      parse_recipe(fmt::format("grid5000-site:site={}{}", name, more), grid5000_site_parameters()), "");
}

Platform one(std::string_view name, std::string_view more = "") {
  return build_grid5000_cluster(
      parse_recipe(fmt::format("grid5000-cluster:cluster={}{}", name, more), grid5000_cluster_parameters()), "");
}

constexpr std::array<const char*, 4> k_sites{"lille", "nancy", "rennes", "sophia"};

// Totals and heterogeneity, fastest / slowest - 1 in percent, are printed in section 2 of RR-6774:
// 53 + 20 + 26; 47 + 120; 64 + 99 + 66; 74 + 56 + 50.
TEST(Grid5000, SitesHaveThePublishedTotalsAndHeterogeneity) {
  const std::vector<std::tuple<std::string_view, int, double>> published{
      {"lille", 99, 20.2}, {"nancy", 167, 6.1}, {"rennes", 229, 36.8}, {"sophia", 180, 34.7}};
  for (const auto& [name, processors, heterogeneity] : published) {
    const Platform platform = site(name);
    EXPECT_NO_THROW(check(platform)) << name;
    EXPECT_EQ(processor_count(platform), processors) << name;
    EXPECT_NEAR(100 * (fastest_speed(platform) / slowest_speed(platform) - 1), heterogeneity, 0.05) << name;
  }
}

TEST(Grid5000, ClustersAreNamedOnce) {
  std::set<std::string> names{"gdx"};
  for (const char* name : k_sites)
    for (const Cluster& cluster : site(name).clusters) names.insert(cluster.name);
  EXPECT_EQ(names.size(), 12U);  // 3 + 2 + 3 + 3 + gdx
}

TEST(Grid5000, ASiteHasItsClustersInTheOrderOfTheTable) {
  const Platform platform = site("sophia");
  ASSERT_EQ(platform.clusters.size(), 3U);
  const std::vector<std::pair<std::string, int>> expected{{"azur", 74}, {"helios", 56}, {"sol", 50}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(platform.clusters[i].name, expected[i].first);
    EXPECT_EQ(platform.clusters[i].processors, expected[i].second);
  }
  EXPECT_DOUBLE_EQ(platform.clusters[1].speed, 3.675e9);
}

// Two private links of 100 us, inside a cluster and between two; 1 Gb/s.
TEST(Grid5000, AMessageOnASharedSwitchMeetsTheTwoPrivateLinksAlone) {
  for (const char* name : {"lille", "rennes"}) {
    const Platform platform = site(name);
    EXPECT_EQ(platform.interconnect, Interconnect::shared_switch);
    EXPECT_DOUBLE_EQ(route_latency(platform, 0, 0), 2e-4);
    EXPECT_DOUBLE_EQ(route_latency(platform, 0, 2), 2e-4);
    EXPECT_EQ(route_bandwidth(platform, 0, 0), 1.25e8);
    EXPECT_EQ(route_bandwidth(platform, 0, 2), 1.25e8);
  }
}

// Between clusters two uplinks of 100 us as well, whose 10 Gb/s bound no single message.
TEST(Grid5000, AMessageBetweenSwitchesMeetsBothUplinks) {
  for (const char* name : {"nancy", "sophia"}) {
    const Platform platform = site(name);
    EXPECT_EQ(platform.interconnect, Interconnect::uplinks);
    EXPECT_DOUBLE_EQ(route_latency(platform, 1, 1), 2e-4);
    EXPECT_DOUBLE_EQ(route_latency(platform, 0, 1), 4e-4);
    EXPECT_EQ(route_bandwidth(platform, 0, 1), 1.25e8);
    EXPECT_EQ(platform.clusters[0].uplink.bandwidth, 1.25e9);
  }
}

// Links of 2 s, uplinks of 3 s: 2 + 3 + 3 + 2.
TEST(Grid5000, ASiteTakesItsLinksAndGamma) {
  const std::string_view more =
      ",link_bandwidth=50,link_latency=2,uplink_bandwidth=20,uplink_latency=3,tcp_gamma=20000";
  const Platform nancy = site("nancy", more);
  EXPECT_EQ(route_latency(nancy, 0, 1), 10);
  EXPECT_EQ(route_latency(nancy, 0, 0), 4);
  EXPECT_EQ(route_bandwidth(nancy, 0, 0), 50);
  EXPECT_EQ(route_bandwidth(nancy, 0, 1), 20);
  EXPECT_EQ(nancy.tcp_gamma, 20000);
  const Platform lille = site("lille", more);
  EXPECT_EQ(route_latency(lille, 0, 1), 4);
  EXPECT_EQ(route_bandwidth(lille, 0, 1), 50);
}

TEST(Grid5000, EveryClusterStandsAlone) {
  for (const char* name : k_sites)
    for (const Cluster& cluster : site(name).clusters) {
      const Platform platform = one(cluster.name);
      EXPECT_NO_THROW(check(platform));
      ASSERT_EQ(platform.clusters.size(), 1U);
      EXPECT_EQ(platform.clusters[0].name, cluster.name);
      EXPECT_EQ(platform.clusters[0].processors, cluster.processors);
      EXPECT_EQ(platform.clusters[0].speed, cluster.speed);
      EXPECT_DOUBLE_EQ(route_latency(platform, 0, 0), 2e-4);
    }
}

TEST(Grid5000, TheLargestClusterIsGdx) {
  const Platform platform = one("gdx", ",link_bandwidth=7,tcp_gamma=5");
  EXPECT_EQ(processor_count(platform), 216);
  EXPECT_DOUBLE_EQ(fastest_speed(platform), 3.388e9);
  EXPECT_EQ(route_bandwidth(platform, 0, 0), 7);
  EXPECT_EQ(platform.tcp_gamma, 5);
}

std::string building_error(Platform (*build)(std::string_view, std::string_view), std::string_view name) {
  return test::error_of([&] { build(name, ""); });
}

TEST(Grid5000, AnUnknownNameIsAnErrorWithTheNearest) {
  EXPECT_EQ(building_error(site, "sofia"),
            "parameter \"site\" of grid5000-site cannot be \"sofia\" (did you mean \"sophia\"?)");
  EXPECT_EQ(building_error(one, "grilon"),
            "parameter \"cluster\" of grid5000-cluster cannot be \"grilon\" (did you mean \"grillon\"?)");
}

// Its only cluster with figures is gdx, which is there alone.
TEST(Grid5000, OrsayIsNoMultiClusterSite) { EXPECT_THROW(site("orsay"), UserError); }

}  // namespace
}  // namespace palio
