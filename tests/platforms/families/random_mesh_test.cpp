#include "platforms/families/families.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/error.h"
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

}  // namespace
}  // namespace palio
