#include "platforms/families/families.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/error.h"
#include "platforms/model/platform.h"
#include "tests/support/error_of.h"

namespace palio {
namespace {

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

}  // namespace
}  // namespace palio
