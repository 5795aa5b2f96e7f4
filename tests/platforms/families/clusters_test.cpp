#include "platforms/families/families.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

constexpr double k_gigabit_per_s = 1.25e8;  // byte/s

Recipe recipe(int clusters, double min_speed, double heterogeneity, int sample, std::string_view more = "") {
  return parse_recipe(
      fmt::format("random-multi-cluster:clusters={},min_speed={},heterogeneity={},sample={},seed=2007{}{}", clusters,
                  min_speed, heterogeneity, sample, more.empty() ? "" : ",", more),
      random_multi_cluster_parameters());
}

Platform build_clusters(const Recipe& of) { return build_random_multi_cluster(of, ""); }

// Everything that is drawn, bit for bit.
std::string drawn_of_clusters(const Platform& platform) {
  std::string text;
  for (const Cluster& cluster : platform.clusters)
    text +=
        fmt::format("{} {} {} {}\n", cluster.name, cluster.processors, cluster.speed, cluster.processor_link.bandwidth);
  return text;
}

struct StudyPlatform {
  int clusters;
  double min_speed;
  double heterogeneity;
  Platform platform;
};

// 4 configurations of one cluster, 3 x 4 x 3 of several, 5 samples of each.
std::vector<StudyPlatform> study_platforms() {
  std::vector<StudyPlatform> all;
  for (const int clusters : {1, 2, 4, 8})
    for (const double min_speed : {0.25e9, 0.5e9, 0.75e9, 1e9})
      for (const double heterogeneity : {1, 2, 5}) {
        if (clusters == 1 && heterogeneity > 1) continue;
        for (int sample = 0; sample < 5; ++sample)
          all.push_back(
              {clusters, min_speed, heterogeneity, build_clusters(recipe(clusters, min_speed, heterogeneity, sample))});
      }
  return all;
}

TEST(StudyPlatforms, AreTwoHundredAndMakeSense) {
  const auto all = study_platforms();
  EXPECT_EQ(all.size(), 200U);
  std::set<std::string> different;
  for (const StudyPlatform& each : all) {
    EXPECT_NO_THROW(check(each.platform));
    different.insert(drawn_of_clusters(each.platform));
  }
  EXPECT_EQ(different.size(), 200U);
}

TEST(StudyPlatforms, HaveClustersOfTheRightSizesAndSpeeds) {
  for (const StudyPlatform& each : study_platforms()) {
    ASSERT_EQ(std::ssize(each.platform.clusters), each.clusters);
    for (const Cluster& cluster : each.platform.clusters) {
      EXPECT_GE(cluster.processors, 16);
      EXPECT_LE(cluster.processors, 128);
      EXPECT_GE(cluster.speed, each.min_speed);
      EXPECT_LE(cluster.speed, each.min_speed * each.heterogeneity);
    }
  }
}

// 1 or 10 Gb/s and 100 us inside, with a switch like the links; 1 Gb/s and 100 us up; 25 Gb/s and 50 ms between.
TEST(StudyPlatforms, HaveTheNetworkOfTheStudy) {
  for (const auto& [clusters, min_speed, heterogeneity, platform] : study_platforms()) {
    for (const Cluster& cluster : platform.clusters) {
      const double bandwidth = cluster.processor_link.bandwidth;
      EXPECT_TRUE(bandwidth == k_gigabit_per_s || bandwidth == 10 * k_gigabit_per_s) << bandwidth;
      EXPECT_EQ(cluster.processor_link.latency, 1e-4);
      EXPECT_EQ(cluster.cluster_switch, (Link{bandwidth, 1e-4}));
      EXPECT_EQ(cluster.uplink, (Link{k_gigabit_per_s, 1e-4}));
    }
    EXPECT_EQ(platform.backbone, (Link{25 * k_gigabit_per_s, 0.05}));
    EXPECT_EQ(platform.tcp_gamma, 0);
  }
}

TEST(StudyPlatforms, AlternateTheirLinkTechnologies) {
  for (const StudyPlatform& each : study_platforms())
    for (std::size_t i = 1; i < each.platform.clusters.size(); ++i)
      EXPECT_NE(each.platform.clusters[i].processor_link.bandwidth,
                each.platform.clusters[i - 1].processor_link.bandwidth);
}

// 1000 coins: 500 heads, with a deviation of 16.
TEST(RandomMultiCluster, StartsWithEitherTechnologyAlike) {
  for (const int clusters : {1, 2}) {
    int slow = 0;
    for (int sample = 0; sample < 1000; ++sample)
      slow += build_clusters(recipe(clusters, 1e9, 1, sample)).clusters[0].processor_link.bandwidth == k_gigabit_per_s
                  ? 1
                  : 0;
    EXPECT_NEAR(slow, 500, 5 * 16);
  }
}

// 8000 draws: sizes uniform on 16..128 have mean 72 and deviation sqrt((113^2 - 1) / 12) = 32.6; speeds uniform on
// [1, 5) have mean 3 and deviation 4 / sqrt(12) = 1.155; those of the means are 89 times smaller.
TEST(RandomMultiCluster, SizesAndSpeedsAreUniform) {
  double processors = 0, speed = 0;
  std::set<int> sizes;
  for (int sample = 0; sample < 1000; ++sample)
    for (const Cluster& cluster : build_clusters(recipe(8, 1e9, 5, sample)).clusters) {
      processors += cluster.processors;
      speed += cluster.speed / 1e9;
      sizes.insert(cluster.processors);
    }
  EXPECT_NEAR(processors / 8000, 72, 5 * 32.6 / 89);
  EXPECT_NEAR(speed / 8000, 3, 5 * 1.155 / 89);
  EXPECT_EQ(sizes.size(), 113U);
}

TEST(RandomMultiCluster, NamesItsClusters) {
  const Platform platform = build_clusters(recipe(3, 1e9, 1, 0));
  EXPECT_EQ(platform.clusters[0].name, "c0");
  EXPECT_EQ(platform.clusters[2].name, "c2");
}

TEST(RandomMultiCluster, IsTheSameForTheSameRecipe) {
  EXPECT_EQ(drawn_of_clusters(build_clusters(recipe(8, 1e9, 5, 3))),
            drawn_of_clusters(build_clusters(recipe(8, 1e9, 5, 3))));
}

TEST(RandomMultiCluster, DrawsTheSameUnderAnyGammaAndBackbone) {
  const std::string reference = drawn_of_clusters(build_clusters(recipe(8, 1e9, 5, 0)));
  for (const char* more : {"tcp_gamma=20000", "backbone_latency=0", "backbone_bandwidth=1e9"})
    EXPECT_EQ(drawn_of_clusters(build_clusters(recipe(8, 1e9, 5, 0, more))), reference) << more;
  const Platform changed =
      build_clusters(recipe(8, 1e9, 5, 0, "tcp_gamma=20000,backbone_latency=0.001,backbone_bandwidth=1e9"));
  EXPECT_EQ(changed.tcp_gamma, 20000);
  EXPECT_EQ(changed.backbone.latency, 0.001);
  EXPECT_EQ(changed.backbone.bandwidth, 1e9);
}

TEST(RandomMultiCluster, DrawsTheSameWithPower) {
  const Recipe with_power = recipe(4, 1e9, 5, 0, "idle_power=40,busy_power=95");
  const Platform platform = build_clusters(with_power);
  EXPECT_EQ(drawn_of_clusters(platform), drawn_of_clusters(build_clusters(recipe(4, 1e9, 5, 0))));
  for (const Cluster& cluster : platform.clusters) EXPECT_EQ(cluster.power, (Power{40, 95}));
  EXPECT_NE(canonical_text(with_power).find("idle_power"), std::string::npos);
  EXPECT_EQ(canonical_text(recipe(4, 1e9, 5, 0)).find("power"), std::string::npos);
}

TEST(RandomMultiCluster, NeedsBothPowersOrNone) {
  EXPECT_EQ(test::error_of([&] { build_clusters(recipe(2, 1e9, 1, 0, "idle_power=40")); }),
            "idle_power of random-multi-cluster is given without busy_power: give both, or neither");
}

TEST(RandomMultiCluster, DrawsAnotherPlatformForAnyOtherParameter) {
  const std::string reference = drawn_of_clusters(build_clusters(recipe(8, 1e9, 5, 0)));
  EXPECT_NE(drawn_of_clusters(build_clusters(recipe(8, 1e9, 5, 1))), reference);
  EXPECT_NE(drawn_of_clusters(build_clusters(recipe(8, 1e9, 2, 0))), reference);
  EXPECT_NE(drawn_of_clusters(build_clusters(recipe(8, 1e9, 5, 0, "max_processors=127"))), reference);
}

TEST(RandomMultiCluster, TakesItsRangeOfProcessors) {
  for (const Cluster& cluster : build_clusters(recipe(8, 1e9, 1, 0, "min_processors=7,max_processors=7")).clusters)
    EXPECT_EQ(cluster.processors, 7);
}

TEST(RandomMultiCluster, RefusesAnEmptyRangeOfProcessors) {
  EXPECT_EQ(test::error_of([&] { build_clusters(recipe(2, 1e9, 1, 0, "min_processors=20,max_processors=10")); }),
            "min_processors of random-multi-cluster is 20, above max_processors, 10");
}

TEST(RandomMultiCluster, RefusesParametersOutOfRange) {
  EXPECT_THROW(recipe(0, 1e9, 1, 0), UserError);
  EXPECT_THROW(recipe(1, 0, 1, 0), UserError);
  EXPECT_THROW(recipe(1, 1e9, 0.5, 0), UserError);
  EXPECT_THROW(recipe(1, 1e9, 1, -1), UserError);
}

// Known answers: stored results belong to exactly these platforms, whose bits must never change. A second
// implementation gave the same bits from the same stream seeds.
TEST(RandomMultiCluster, IsThisPlatformForEver) {
  EXPECT_EQ(drawn_of_clusters(build_clusters(recipe(4, 0.25e9, 5, 0))),
            "c0 88 744142380.9007692 1250000000\n"
            "c1 18 543654274.033351 125000000\n"
            "c2 108 688346948.7836417 1250000000\n"
            "c3 20 599946039.0546789 125000000\n");
}

TEST(RandomMultiCluster, HasTheseDigestsForEver) {
  EXPECT_EQ(content_digest(drawn_of_clusters(build_clusters(recipe(1, 1e9, 1, 4)))),
            "aa9fa5969b023dc079da1274c812b2cb");
  EXPECT_EQ(content_digest(drawn_of_clusters(build_clusters(recipe(8, 0.75e9, 2, 2)))),
            "b8ab5794828edb2ad53582005e349aa8");
}

Platform build_cluster(std::string_view text) {
  return build_one_cluster(parse_recipe(text, one_cluster_parameters()), "");
}

TEST(OneCluster, HasGigabitLinksUnlessToldOtherwise) {
  const Platform platform = build_cluster("one-cluster:cluster_processors=20,speed=3e9");
  EXPECT_NO_THROW(check(platform));
  ASSERT_EQ(platform.clusters.size(), 1U);
  const Cluster& cluster = platform.clusters[0];
  EXPECT_EQ(cluster.name, "c0");
  EXPECT_EQ(cluster.processors, 20);
  EXPECT_EQ(cluster.speed, 3e9);
  EXPECT_EQ(cluster.processor_link, (Link{1.25e8, 1e-4}));
  EXPECT_EQ(platform.tcp_gamma, 0);
}

TEST(OneCluster, TakesItsLinksAndGamma) {
  const Platform platform =
      build_cluster("one-cluster:cluster_processors=1,speed=1,link_bandwidth=7,link_latency=0.5,tcp_gamma=20000");
  EXPECT_EQ(platform.clusters[0].processor_link.bandwidth, 7);
  EXPECT_EQ(platform.clusters[0].cluster_switch, (Link{7, 0.5}));
  EXPECT_EQ(platform.tcp_gamma, 20000);
}

TEST(OneCluster, RefusesParametersOutOfRange) {
  for (const char* wrong : {"0,speed=1", "1,speed=0", "1,speed=1,link_bandwidth=0", "1,speed=1,link_latency=-1"})
    EXPECT_THROW(build_cluster(std::string("one-cluster:cluster_processors=") + wrong), UserError) << wrong;
}

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

// Its only published cluster is gdx, which is the only one in Orsay.
TEST(Grid5000, OrsayIsNoMultiClusterSite) { EXPECT_THROW(site("orsay"), UserError); }

TEST(ListedClusters, HaveTheirSizesAndSpeeds) {
  const auto built = [](std::string_view text) {
    return build_listed_clusters(parse_recipe(text, listed_clusters_parameters()), "");
  };
  const Platform platform =
      built(R"(listed-clusters:cluster_sizes="16 32",cluster_speeds="1000000000 2500000000",link_latency=0.001)");
  ASSERT_EQ(platform.clusters.size(), 2U);
  EXPECT_EQ(platform.clusters[1].name, "c1");
  EXPECT_EQ(platform.clusters[1].processors, 32);
  EXPECT_EQ(platform.clusters[1].speed, 2.5e9);
  EXPECT_EQ(platform.clusters[1].processor_link, (Link{1.25e8, 0.001}));
  EXPECT_EQ(platform.backbone, (Link{3.125e9, 0.05}));
  EXPECT_EQ(built(R"(listed-clusters:cluster_sizes="16 32 8",cluster_speeds=1000000000)").clusters[2].speed, 1e9);
  EXPECT_THROW(built(R"(listed-clusters:cluster_sizes="16 32 8",cluster_speeds="1000000000 2000000000")"), UserError);
}

}  // namespace
}  // namespace palio
