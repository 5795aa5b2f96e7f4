#include "platforms/families/families.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace palio {
namespace {

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

}  // namespace
}  // namespace palio
