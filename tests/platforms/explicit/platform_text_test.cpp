#include "platforms/explicit/platform_json.h"

#include <gtest/gtest.h>

#include "platforms/family.h"

namespace palio {
namespace {

Platform read_again(const std::string& text) { return as<Platform>(any_platform_from_json(text, "p.json")); }

Platform built(const std::string& recipe) {
  const PlatformFamily& family = platform_family(recipe_name(recipe));
  return as<Platform>(family.build(parse_recipe(recipe, family.parameters), {}));
}

void expect_same(const Link& one, const Link& other) {
  EXPECT_EQ(one.bandwidth, other.bandwidth);
  EXPECT_EQ(one.latency, other.latency);
}

class PlatformText : public testing::TestWithParam<const char*> {};

TEST_P(PlatformText, ReadsBackAsTheSameBits) {
  const Platform platform = built(GetParam());
  const std::string text = to_json(platform);
  const Platform again = read_again(text);
  EXPECT_EQ(to_json(again), text);
  EXPECT_EQ(again.interconnect, platform.interconnect);
  EXPECT_EQ(again.tcp_gamma, platform.tcp_gamma);
  ASSERT_EQ(again.clusters.size(), platform.clusters.size());
  const auto count = static_cast<int>(platform.clusters.size());
  for (int a = 0; a < count; ++a) {
    const auto at = static_cast<std::size_t>(a);
    EXPECT_EQ(again.clusters[at].processors, platform.clusters[at].processors);
    EXPECT_EQ(again.clusters[at].speed, platform.clusters[at].speed);
    for (int b = 0; b < count; ++b) {
      if (a == b && platform.interconnect == Interconnect::mesh) continue;
      EXPECT_EQ(route_latency(again, a, b), route_latency(platform, a, b));
      EXPECT_EQ(route_bandwidth(again, a, b), route_bandwidth(platform, a, b));
    }
    expect_same(again.clusters[at].processor_link, platform.clusters[at].processor_link);
  }
  if (count > 1 && platform.interconnect == Interconnect::backbone) expect_same(again.backbone, platform.backbone);
}

INSTANTIATE_TEST_SUITE_P(
    Families, PlatformText,
    testing::Values("mesh:hosts=4,heterogeneity=3,max_latency=0.1,max_bandwidth=1e9,sample=1,seed=2",
                    "mesh:hosts=3,pairs=ordered,max_bandwidth=1e9,sample=1,seed=2",
                    "mesh:contention=on,hosts=4,max_bandwidth=1e9,sample=1,seed=2", "mesh:hosts=1,sample=1,seed=2",
                    "one-cluster:cluster_processors=8,speed=1e9", "grid5000-site:site=lille",
                    "grid5000-cluster:cluster=chti",
                    "random-multi-cluster:clusters=3,min_speed=1e9,heterogeneity=2,sample=1,seed=2"));

}  // namespace
}  // namespace palio
