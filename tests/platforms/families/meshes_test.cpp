#include "platforms/families/families.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "platforms/model/platform.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

Platform build_mesh(const std::string& more, int sample = 0) {
  return build_random_mesh(
      parse_recipe("mesh:" + more + ",sample=" + std::to_string(sample) + ",seed=2002", random_mesh_parameters()), "");
}

constexpr const char* k_ranges =
    "hosts=6,min_speed=1e9,heterogeneity=4,min_latency=0.5,max_latency=1,min_bandwidth=1e6,max_bandwidth=1e8";

std::vector<double> speeds(const Platform& platform) {
  std::vector<double> all;
  for (const Cluster& host : platform.clusters) all.push_back(host.speed);
  return all;
}

TEST(RandomMesh, HasAlikeHostsAndLinksUnlessToldOtherwise) {
  const Platform platform = build_mesh("hosts=3");
  EXPECT_NO_THROW(check(platform));
  EXPECT_EQ(platform.interconnect, Interconnect::mesh);
  ASSERT_EQ(platform.clusters.size(), 3U);
  EXPECT_EQ(platform.clusters[2].name, "h2");
  EXPECT_EQ(speeds(platform), std::vector<double>({1e9, 1e9, 1e9}));
  EXPECT_EQ(route_bandwidth(platform, 0, 2), 1.25e8);
  EXPECT_EQ(route_latency(platform, 0, 2), 0);
}

TEST(RandomMesh, DrawsWithinItsRanges) {
  for (int sample = 0; sample < 50; ++sample) {
    const Platform platform = build_mesh(k_ranges, sample);
    EXPECT_NO_THROW(check(platform));
    for (const Cluster& host : platform.clusters) {
      EXPECT_GE(host.speed, 1e9);
      EXPECT_LE(host.speed, 4e9);
    }
    for (int a = 0; a < 6; ++a)
      for (int b = a + 1; b < 6; ++b) {
        EXPECT_GE(route_latency(platform, a, b), 0.5);
        EXPECT_LE(route_latency(platform, a, b), 1);
        EXPECT_GE(route_bandwidth(platform, a, b), 1e6);
        EXPECT_LE(route_bandwidth(platform, a, b), 1e8);
      }
  }
}

// The same for all samples: 1, 1 + 3/2 and 4 times the least speed.
TEST(RandomMesh, SpacesItsSpeedsIfToldTo) {
  const std::string spaced = "hosts=3,min_speed=1e9,heterogeneity=4,speeds=spaced";
  EXPECT_EQ(speeds(build_mesh(spaced)), (std::vector<double>{1e9, 2.5e9, 4e9}));
  EXPECT_EQ(speeds(build_mesh(spaced, 7)), speeds(build_mesh(spaced)));
}

TEST(RandomMesh, HasOneDrawForBothDirectionsOfAPairOrOneForEach) {
  const Platform alike = build_mesh(k_ranges);
  const Platform own = build_mesh(std::string(k_ranges) + ",pairs=ordered");
  for (int a = 0; a < 6; ++a)
    for (int b = a + 1; b < 6; ++b) {
      EXPECT_EQ(route_bandwidth(alike, a, b), route_bandwidth(alike, b, a));
      EXPECT_EQ(route_latency(alike, a, b), route_latency(alike, b, a));
      EXPECT_NE(route_bandwidth(own, a, b), route_bandwidth(own, b, a));
      EXPECT_NE(route_latency(own, a, b), route_latency(own, b, a));
    }
  EXPECT_NE(route_bandwidth(alike, 0, 1), route_bandwidth(alike, 0, 2));
}

// 2000 x 15 draws uniform on [0, 1): mean 1/2, deviation 1 / sqrt(12) = 0.289, that of the mean 173 times smaller.
// Latency and bandwidth are independent: the mean product of their distances from the middle is 0, with a deviation of
// 0.289^2 / 173.
TEST(RandomMesh, DrawsAreUniformAndIndependent) {
  double latency = 0, bandwidth = 0, product = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    const Platform platform = build_mesh(k_ranges, sample);
    for (int a = 0; a < 6; ++a)
      for (int b = a + 1; b < 6; ++b) {
        const double of_latency = (route_latency(platform, a, b) - 0.5) / 0.5;
        const double of_bandwidth = (route_bandwidth(platform, a, b) - 1e6) / (1e8 - 1e6);
        latency += of_latency;
        bandwidth += of_bandwidth;
        product += (of_latency - 0.5) * (of_bandwidth - 0.5);
      }
  }
  EXPECT_NEAR(latency / 30000, 0.5, 5 * 0.289 / 173);
  EXPECT_NEAR(bandwidth / 30000, 0.5, 5 * 0.289 / 173);
  EXPECT_NEAR(product / 30000, 0, 5 * 0.289 * 0.289 / 173);
}

TEST(RandomMesh, StretchesTheSameDrawsToOtherRangesOfLatencyAndBandwidth) {
  const Platform one = build_mesh(k_ranges);
  const Platform other = build_mesh(
      "hosts=6,min_speed=1e9,heterogeneity=4,min_latency=0,max_latency=2,min_bandwidth=0.5e6,max_bandwidth=0.5e8");
  EXPECT_EQ(speeds(one), speeds(other));
  for (int b = 1; b < 6; ++b) {
    EXPECT_NEAR(route_latency(other, 0, b), 4 * (route_latency(one, 0, b) - 0.5), 1e-12);
    EXPECT_NEAR(route_bandwidth(other, 0, b), route_bandwidth(one, 0, b) / 2, 1e-4);
  }
}

TEST(RandomMesh, DiffersBySampleAndSize) {
  EXPECT_EQ(speeds(build_mesh(k_ranges, 3)), speeds(build_mesh(k_ranges, 3)));
  EXPECT_NE(speeds(build_mesh(k_ranges, 3)), speeds(build_mesh(k_ranges, 4)));
  EXPECT_NE(speeds(build_mesh("hosts=2,heterogeneity=2"))[0], speeds(build_mesh("hosts=3,heterogeneity=2"))[0]);
}

TEST(RandomMesh, RefusesParametersOutOfRange) {
  EXPECT_EQ(test::error_of([] { build_mesh("hosts=2,min_bandwidth=2e8"); }),
            "min_bandwidth of mesh is 200000000, above max_bandwidth, 125000000");
  EXPECT_EQ(test::error_of([] { build_mesh("hosts=2,min_latency=1"); }),
            "min_latency of mesh is 1, above max_latency, 0");
  for (const char* wrong : {"hosts=0", "hosts=2001", "hosts=2,min_speed=0", "hosts=2,heterogeneity=0.5",
                            "hosts=2,max_latency=-1", "hosts=2,min_bandwidth=0", "hosts=2,pairs=both"})
    EXPECT_THROW(build_mesh(wrong), UserError) << wrong;
}

Platform build_normal(int sample, const std::string& more = "") {
  return build_normal_mesh(
      parse_recipe("normal-mesh:" + more + "sample=" + std::to_string(sample) + ",seed=2024", normal_mesh_parameters()),
      "");
}

// Weights N(1, 1/3) clipped to [1e-9, 2]: symmetric but for 1e-9, so of mean 1; each end takes 0.13 % of the draws.
// About 2000 x 4 hosts: their mean has a deviation of 1/3 / sqrt(8000) = 0.0037.
TEST(NormalMesh, SpeedsAndBandwidthsAreClippedNormalDraws) {
  std::map<std::size_t, int> sizes;
  double speed = 0, square = 0, bandwidth = 0;
  int hosts = 0, pairs = 0;
  for (int sample = 0; sample < 2000; ++sample) {
    const Platform platform = build_normal(sample);
    EXPECT_NO_THROW(check(platform));
    ++sizes[platform.clusters.size()];
    for (std::size_t a = 0; a < platform.clusters.size(); ++a) {
      const double weight = platform.clusters[a].speed / 1e9;
      EXPECT_LE(weight, 2);
      EXPECT_GE(weight, 1e-9);
      ++hosts;
      speed += weight;
      square += (weight - 1) * (weight - 1);
      for (std::size_t b = 0; b < a; ++b, ++pairs) {
        const int from = static_cast<int>(a), to = static_cast<int>(b);
        bandwidth += route_bandwidth(platform, from, to) / 1e8;
        EXPECT_EQ(route_bandwidth(platform, from, to), route_bandwidth(platform, to, from));
      }
    }
  }
  EXPECT_EQ(sizes.size(), 3U);
  for (const std::size_t size : {3U, 4U, 5U}) EXPECT_NEAR(sizes[size], 667, 5 * 21) << size;
  EXPECT_NEAR(speed / hosts, 1, 5 * 0.0037);
  EXPECT_NEAR(square / hosts, 1.0 / 9, 0.01);
  EXPECT_NEAR(bandwidth / pairs, 1, 5 * 0.0037);
}

TEST(NormalMesh, ScalesTheSameDraws) {
  const Platform one = build_normal(7), other = build_normal(7, "mean_speed=2e9,mean_bandwidth=4e8,latency=0.5,");
  ASSERT_EQ(one.clusters.size(), other.clusters.size());
  EXPECT_EQ(other.clusters[1].speed, 2 * one.clusters[1].speed);
  EXPECT_EQ(route_bandwidth(other, 0, 1), 4 * route_bandwidth(one, 0, 1));
  EXPECT_EQ(route_latency(other, 0, 1), 0.5);
}

Platform build_iot(const std::string& more, int sample = 0) {
  return build_iot_network(
      parse_recipe("iot-network:" + more + "sample=" + std::to_string(sample) + ",seed=2024", iot_network_parameters()),
      "");
}

// Hosts 0 to 15 are of the edge, 16 to 19 of the fog, 20 is the cloud: 1,000, 2,800, 44,800 MIPS; 100 Mbit/s at the
// edge, 1,000 in the fog, 10 to the cloud.
TEST(IotNetwork, WithoutNoiseIsThatOfThePublicCode) {
  const Platform platform = build_iot("network_noise=0,");
  EXPECT_NO_THROW(check(platform));
  ASSERT_EQ(platform.clusters.size(), 21U);
  EXPECT_EQ(platform.clusters[15].name, "edge15");
  EXPECT_DOUBLE_EQ(platform.clusters[15].speed, 1e9);
  EXPECT_DOUBLE_EQ(platform.clusters[16].speed, 2.8e9);
  EXPECT_DOUBLE_EQ(platform.clusters[20].speed, 4.48e10);
  EXPECT_DOUBLE_EQ(route_bandwidth(platform, 0, 15), 1.25e7);
  EXPECT_DOUBLE_EQ(route_bandwidth(platform, 16, 3), 1.25e7);
  EXPECT_DOUBLE_EQ(route_bandwidth(platform, 16, 19), 1.25e8);
  EXPECT_DOUBLE_EQ(route_bandwidth(platform, 20, 16), 1.25e6);
  EXPECT_DOUBLE_EQ(route_bandwidth(platform, 5, 20), 1.25e6);
}

// In 2023: 60 Mbit/s at the edge, less than the 100 to the cloud, so that the edge reaches the cloud with 60.
TEST(IotNetwork, HasTheNumbersOf2023AsWell) {
  const Platform platform = build_iot(
      "edge_hosts=75,fog_hosts=3,cloud_hosts=2,edge_speed=1e9,fog_speed=8e9,cloud_speed=5e10,"
      "edge_bandwidth=7.5e6,fog_bandwidth=1.25e7,wide_area_bandwidth=1.25e7,cloud_bandwidth=1.25e14,network_noise=0,");
  ASSERT_EQ(platform.clusters.size(), 80U);
  EXPECT_DOUBLE_EQ(route_bandwidth(platform, 0, 79), 7.5e6);
  EXPECT_DOUBLE_EQ(route_bandwidth(platform, 75, 79), 1.25e7);
  EXPECT_DOUBLE_EQ(route_bandwidth(platform, 78, 79), 1.25e14);
}

// Log-normal with mean 1 and variation 0.3: 200 x 16 speeds and 200 x 120 links between edge hosts, so deviations of
// their means of 0.3 / sqrt(3200) = 0.0053 and 0.0019; the mean square has one of about 0.14 / sqrt(3200) = 0.0025.
TEST(IotNetwork, NoiseKeepsMeansAndHasItsVariation) {
  double speed = 0, square = 0, bandwidth = 0;
  for (int sample = 0; sample < 200; ++sample) {
    const Platform platform = build_iot("", sample);
    for (int a = 0; a < 16; ++a) {
      const double weight = platform.clusters[static_cast<std::size_t>(a)].speed / 1e9;
      speed += weight;
      square += (weight - 1) * (weight - 1);
      for (int b = 0; b < a; ++b) bandwidth += route_bandwidth(platform, a, b) / 1.25e7;
    }
  }
  EXPECT_NEAR(speed / 3200, 1, 5 * 0.0053);
  EXPECT_NEAR(square / 3200, 0.09, 5 * 0.0025);
  EXPECT_NEAR(bandwidth / 24000, 1, 5 * 0.0019);
}

TEST(IotNetwork, DrawsTheNumbersOfItsHosts) {
  std::set<std::size_t> sizes;
  for (int sample = 0; sample < 50; ++sample)
    sizes.insert(build_iot("edge_hosts=10 20,fog_hosts=1 3,cloud_hosts=0,", sample).clusters.size());
  EXPECT_EQ(sizes, (std::set<std::size_t>{11, 13, 21, 23}));
  EXPECT_EQ(test::error_of([] { build_iot("edge_hosts=0,fog_hosts=0,cloud_hosts=0,"); }),
            "iot-network has no hosts of any tier");
}

TEST(IotNetwork, ContentionLeavesTheDraws) {
  const Platform one = build_iot(""), other = build_iot("contention=on,network_noise=0.6,");
  EXPECT_FALSE(has_contention(one));
  EXPECT_TRUE(has_contention(other));
  EXPECT_EQ(build_iot("contention=on,").clusters[3].speed, one.clusters[3].speed);
  EXPECT_EQ(route_bandwidth(build_iot("contention=off,"), 0, 1), route_bandwidth(one, 0, 1));
}

// CPUs share memory: 1 TB between them takes 10 ns.
TEST(CpuGpuNode, HasItsCpusThenItsGpus) {
  const auto build = [](const std::string& parameters) {
    return build_cpu_gpu(parse_recipe("cpu-gpu:cpus=2,gpus=2,gpu_bandwidth=1e9" + parameters, cpu_gpu_parameters()),
                         "");
  };
  const Platform node = build("");
  EXPECT_NO_THROW(check(node));
  ASSERT_EQ(node.clusters.size(), 4U);
  EXPECT_EQ(node.clusters[1].name, "cpu1");
  EXPECT_EQ(node.clusters[2].name, "gpu0");
  EXPECT_LE(1e12 / route_bandwidth(node, 0, 1), 1.1e-8);
  for (const auto& [from, to] : {std::pair(0, 2), std::pair(3, 1), std::pair(2, 3)})
    EXPECT_EQ(route_bandwidth(node, from, to), 1e9);
  EXPECT_FALSE(has_contention(node));
  EXPECT_TRUE(has_contention(build(",contention=on")));
}

}  // namespace
}  // namespace palio
