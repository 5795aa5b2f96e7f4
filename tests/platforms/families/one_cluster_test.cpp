#include "platforms/families/families.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace palio {
namespace {

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
  EXPECT_EQ(cluster.processor_link.bandwidth, 1.25e8);
  EXPECT_EQ(cluster.processor_link.latency, 1e-4);
  EXPECT_EQ(platform.tcp_gamma, 0);
}

TEST(OneCluster, TakesItsLinksAndGamma) {
  const Platform platform =
      build_cluster("one-cluster:cluster_processors=1,speed=1,link_bandwidth=7,link_latency=0.5,tcp_gamma=20000");
  EXPECT_EQ(platform.clusters[0].processor_link.bandwidth, 7);
  EXPECT_EQ(platform.clusters[0].cluster_switch.bandwidth, 7);
  EXPECT_EQ(platform.clusters[0].cluster_switch.latency, 0.5);
  EXPECT_EQ(platform.tcp_gamma, 20000);
}

TEST(OneCluster, RefusesParametersOutOfRange) {
  EXPECT_THROW(build_cluster("one-cluster:cluster_processors=0,speed=1"), UserError);
  EXPECT_THROW(build_cluster("one-cluster:cluster_processors=1,speed=0"), UserError);
  EXPECT_THROW(build_cluster("one-cluster:cluster_processors=1,speed=1,link_bandwidth=0"), UserError);
  EXPECT_THROW(build_cluster("one-cluster:cluster_processors=1,speed=1,link_latency=-1"), UserError);
}

}  // namespace
}  // namespace palio
