#include <gtest/gtest.h>

#include "campaign/plan.h"

namespace palio {
namespace {

TEST(ShippedStudies, MixedParallelHasTheSizeOfThePaper) {
  const Study study = load_study(std::string(PALIO_STUDIES) + "/mixed-parallel.toml");
  EXPECT_EQ(study.platforms.size(), 200U);
  EXPECT_EQ(study.workloads.size(), 1296U);
  EXPECT_EQ(study.instance_count(), 259200U);
  EXPECT_EQ(study.strategies.size(), 7U);
  EXPECT_EQ(study.scenario_count(), 1814400U);
  EXPECT_EQ(canonical_text(study.platforms.front().recipe),
            "random-multi-cluster:backbone_bandwidth=3125000000,backbone_latency=0.05,clusters=1,heterogeneity=1,"
            "max_processors=128,min_processors=16,min_speed=250000000,sample=0,seed=2007,tcp_gamma=0");
}

TEST(ShippedStudies, MixedParallelNetworkHasThreeWindows) {
  const Study study = load_study(std::string(PALIO_STUDIES) + "/mixed-parallel-network.toml");
  EXPECT_EQ(study.platforms.size(), 600U);
  EXPECT_EQ(study.scenario_count(), 5443200U);
}

}  // namespace
}  // namespace palio
