#include "campaign/plan/plan.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/studies.h"

namespace palio {
namespace {

std::vector<Instance> all(const Study& study, const Selection& selection) {
  std::vector<Instance> instances;
  InstanceStream stream(study, selection);
  while (const std::optional<Instance> instance = stream.next()) instances.push_back(*instance);
  return instances;
}

TEST(InstanceStream, GoesPlatformByPlatform) {
  const Study study = test::study(test::k_small_study);
  const std::vector<Instance> instances = all(study, {});
  ASSERT_EQ(instances.size(), 24U);
  EXPECT_EQ(instances[0], (Instance{0, 0}));
  EXPECT_EQ(instances[1], (Instance{0, 1}));
  EXPECT_EQ(instances[6], (Instance{1, 0}));
  EXPECT_EQ(instances[23], (Instance{3, 5}));
}

TEST(InstanceStream, ASampleAsLargeAsTheStudyIsTheStudy) {
  const Study study = test::study(test::k_small_study);
  EXPECT_EQ(all(study, {.sample = 24, .shard = {}}), all(study, {}));
}

TEST(InstanceStream, ShardsPartTheStudy) {
  const Study study = test::study(test::k_small_study);
  std::set<Instance> seen;
  std::size_t total = 0;
  for (std::uint32_t index = 1; index <= 3; ++index) {
    const std::vector<Instance> part = all(study, {.sample = 0, .shard = {index, 3}});
    EXPECT_GE(part.size(), 2U);
    total += part.size();
    seen.insert(part.begin(), part.end());
  }
  EXPECT_EQ(total, 24U);
  EXPECT_EQ(seen.size(), 24U);
}

}  // namespace
}  // namespace palio
