#include "platforms/families/families.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "platforms/family.h"

namespace palio {
namespace {

Star build_homogeneous_star_of(const std::string& text) {
  const PlatformFamily& family = platform_family("star");
  return as<Star>(family.build(parse_recipe(text, family.parameters), ""));
}

TEST(HomogeneousStar, HasIdenticalWorkersAndThePortOfALink) {
  const Star star = build_homogeneous_star_of("star:workers=3,speed=5,bandwidth=7,latency=0.5");
  ASSERT_EQ(star.workers.size(), 3U);
  for (const Worker& worker : star.workers) {
    EXPECT_EQ(worker.speed, 5);
    EXPECT_EQ(worker.link.bandwidth, 7);
    EXPECT_EQ(worker.link.latency, 0.5);
  }
  EXPECT_EQ(star.master_bandwidth, 7);
  EXPECT_EQ(star.port_model, PortModel::one_port);
  EXPECT_NO_THROW(check(star));
}

TEST(HomogeneousStar, HasTheNetworkOfThePaperByDefault) {
  // Section III: 1,000,000 byte per second and no latency.
  const Star star = build_homogeneous_star_of("star:workers=1");
  EXPECT_EQ(star.master_bandwidth, 1e6);
  EXPECT_EQ(star.workers[0].link.latency, 0);
}

TEST(HomogeneousStar, RefusesParametersOutOfRange) {
  EXPECT_THROW(build_homogeneous_star_of("star:workers=0"), UserError);
  EXPECT_THROW(build_homogeneous_star_of("star:workers=1,speed=0"), UserError);
  EXPECT_THROW(build_homogeneous_star_of("star:workers=1,bandwidth=0"), UserError);
  EXPECT_THROW(build_homogeneous_star_of("star:workers=1,latency=-1"), UserError);
}

}  // namespace
}  // namespace palio
