#include "campaign/plan/plan.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "tests/campaign/campaign_helpers.h"
#include "tests/support/studies.h"

namespace palio {
namespace {

using test::instances_of;

TEST(InstanceStream, GoesPlatformByPlatform) {
  const Study study = test::study(test::k_small_study);
  const std::vector<Instance> instances = instances_of(study, {});
  ASSERT_EQ(instances.size(), 24U);
  EXPECT_EQ(instances[0], (Instance{0, 0}));
  EXPECT_EQ(instances[1], (Instance{0, 1}));
  EXPECT_EQ(instances[6], (Instance{1, 0}));
  EXPECT_EQ(instances[23], (Instance{3, 5}));
}

TEST(InstanceStream, ASampleAsLargeAsTheStudyIsTheStudy) {
  const Study study = test::study(test::k_small_study);
  EXPECT_EQ(instances_of(study, {.sample = 24, .shard = {}}), instances_of(study, {}));
}

TEST(InstanceStream, TakesTheSampleThatWasDrawnBefore) {
  const Study study = test::study(test::k_small_study);
  Selection six = drawn(study, {.sample = 6});
  EXPECT_EQ(*six.instances, stratified_sample(study, 6));
  EXPECT_EQ(instances_of(study, six), *six.instances);
  EXPECT_EQ(instances_of(study, {.sample = 6}), *six.instances);
  EXPECT_EQ(drawn(study, six).instances, six.instances);
  six.instances = std::make_shared<std::vector<Instance>>(1, Instance{3, 5});  // nobody draws it again
  EXPECT_EQ(instances_of(study, six), (std::vector<Instance>{{3, 5}}));
  EXPECT_EQ(drawn(study, {}).instances, nullptr);
  EXPECT_EQ(drawn(study, {.sample = 24}).instances, nullptr);
}

TEST(InstanceStream, ShardsPartTheStudy) {
  const Study study = test::study(test::k_small_study);
  std::set<Instance> seen;
  std::size_t total = 0;
  for (std::uint32_t index = 1; index <= 3; ++index) {
    const std::vector<Instance> part = instances_of(study, {.sample = 0, .shard = {index, 3}});
    EXPECT_GE(part.size(), 2U);
    total += part.size();
    seen.insert(part.begin(), part.end());
  }
  EXPECT_EQ(total, 24U);
  EXPECT_EQ(seen.size(), 24U);
}

}  // namespace
}  // namespace palio
