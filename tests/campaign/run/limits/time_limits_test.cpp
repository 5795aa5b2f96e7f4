#include "campaign/run/limits/time_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/studies.h"

namespace palio {
namespace {

using testing::HasSubstr;

// Platforms 0 and 1 are two samples of one kind, 2 and 3 of another; so are workloads 0 and 1.
class TimeLimitsTest : public testing::Test {
protected:
  Study study_ = test::study(test::k_small_study);
  TimeLimits limits_{study_, std::nullopt};
};

TEST_F(TimeLimitsTest, ACellWithFewResultsHasTenMinutes) {
  for (int i = 0; i < 4; ++i) limits_.add({0, 0}, 0, 1);
  const TimeLimit limit = limits_.limit({0, 0}, {0});
  EXPECT_EQ(limit.seconds, 600);
  EXPECT_THAT(explanation(limit), HasSubstr("fewer than 5 results"));
  EXPECT_THAT(explanation(limit), HasSubstr("--timeout 0 none"));
}

TEST_F(TimeLimitsTest, ThenAHundredTimesTheMedianOfItsSamples) {
  // The two samples of platform and workload share a cell: 1, 2, 3, 4, 90 s have the median 3 s.
  limits_.add({0, 0}, 0, 1);
  limits_.add({0, 1}, 0, 90);
  limits_.add({1, 0}, 0, 3);
  limits_.add({1, 1}, 0, 2);
  limits_.add({1, 1}, 0, 4);
  const TimeLimit limit = limits_.limit({0, 1}, {0});
  EXPECT_DOUBLE_EQ(limit.seconds, 300);
  EXPECT_THAT(explanation(limit), HasSubstr("100 times the median"));
  EXPECT_EQ(limits_.limit({0, 1}, {1}).seconds, 600);  // another strategy
  EXPECT_EQ(limits_.limit({2, 0}, {0}).seconds, 600);  // another kind of platform
  EXPECT_EQ(limits_.limit({0, 2}, {0}).seconds, 600);  // another kind of workload
}

TEST_F(TimeLimitsTest, QuickScenariosHaveAMinute) {
  for (int i = 0; i < 5; ++i) limits_.add({0, 0}, 0, 0.01);
  EXPECT_EQ(limits_.limit({0, 0}, {0}).seconds, 60);
}

TEST_F(TimeLimitsTest, TheMedianFollowsTheLatestResults) {
  // Nine results of 2 s push those of 1 s out.
  for (int i = 0; i < 100; ++i) limits_.add({0, 0}, 0, 1);
  for (int i = 0; i < 9; ++i) limits_.add({0, 0}, 0, 2);
  EXPECT_DOUBLE_EQ(limits_.limit({0, 0}, {0}).seconds, 200);
}

TEST_F(TimeLimitsTest, ARequestHasTheLargestLimitOfItsStrategies) {
  for (int i = 0; i < 5; ++i) limits_.add({0, 0}, 0, 1);
  EXPECT_EQ(limits_.limit({0, 0}, {0, 1}).seconds, 600);
  for (int i = 0; i < 5; ++i) limits_.add({0, 0}, 1, 3);
  EXPECT_DOUBLE_EQ(limits_.limit({0, 0}, {0, 1}).seconds, 300);
}

TEST_F(TimeLimitsTest, AStrategyWithFewResultsTakesNoTimeFromAnother) {
  // Strategy 0: 100 x 9 s = 900 s; strategy 1 has no results: 600 s.
  for (int i = 0; i < 5; ++i) limits_.add({0, 0}, 0, 9);
  for (const std::vector<std::uint32_t>& strategies : {std::vector<std::uint32_t>{0, 1}, {1, 0}}) {
    const TimeLimit limit = limits_.limit({0, 0}, strategies);
    EXPECT_DOUBLE_EQ(limit.seconds, 900);
    EXPECT_EQ(limit.origin, TimeLimit::Origin::cell);
  }
}

TEST_F(TimeLimitsTest, AStudyOfTooManyKindsSaysSo) {
  // 1,025 kinds of platforms x 1,024 of workloads x 1 strategy are more than 2^20.
  Study huge;
  for (int i = 0; i < 1025; ++i) huge.platforms.push_back({{"p" + std::to_string(i), {}}, {}});
  for (int i = 0; i < 1024; ++i) huge.workloads.push_back({{"w" + std::to_string(i), {}}, {}});
  huge.strategies.push_back({"HCPA", {}});
  TimeLimits limits(huge, std::nullopt);
  for (int i = 0; i < 9; ++i) limits.add({0, 0}, 0, 1);
  const TimeLimit limit = limits.limit({0, 0}, {0});
  EXPECT_EQ(limit.seconds, 600);
  EXPECT_THAT(explanation(limit), HasSubstr("more than 1048576 kinds"));
}

TEST_F(TimeLimitsTest, TheUsersLimitIsTheLimit) {
  TimeLimits users(study_, 7);
  for (int i = 0; i < 9; ++i) users.add({0, 0}, 0, 1);
  EXPECT_EQ(users.limit({0, 0}, {0}).seconds, 7);
  EXPECT_THAT(explanation(users.limit({0, 0}, {0})), HasSubstr("--timeout 7"));
  EXPECT_EQ(TimeLimits(study_, 0).limit({0, 0}, {0}).seconds, 0);  // none
}

}  // namespace
}  // namespace palio
