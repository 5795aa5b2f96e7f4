#include "campaign/run/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/support/studies.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

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

TEST(MemoryLimit, SizesHaveUnits) {
  EXPECT_EQ(parse_memory("0"), 0);
  EXPECT_EQ(parse_memory("2000000"), 2000000);
  EXPECT_EQ(parse_memory("3000K"), 3000 * 1024);
  EXPECT_EQ(parse_memory("1M"), 1024 * 1024);
  EXPECT_EQ(parse_memory("512M"), 512 * 1024 * 1024);
  EXPECT_EQ(parse_memory("64m"), 64 * 1024 * 1024);
  EXPECT_EQ(parse_memory("1.5G"), 1536LL * 1024 * 1024);
  EXPECT_EQ(parse_memory("2T"), 2LL << 40);
}

TEST(MemoryLimit, WhatIsNoSizeIsRefused) {
  for (const char* text : {"", "M", "12Q", "12MB", "-1M", "9999999T", "1e3"})
    EXPECT_THROW(parse_memory(text), UserError) << text;
}

TEST(MemoryLimit, LessThanOneMebibyteIsRefusedAndNotTakenForNoLimit) {
  for (const std::string text : {"0.5", "1", "1000", "1023K", "0.0001K"}) {
    EXPECT_THAT(test::error_of([&] { parse_memory(text); }), HasSubstr("--memory " + text + " is less than 1 MiB"))
        << text;
  }
}

// A machine of 1000 KiB.
class MachineTest : public testing::Test {
protected:
  void SetUp() override {
    for (const char* folder : {"proc/self", "sys/fs/cgroup/group/inner"})
      std::filesystem::create_directories(folder_.file(folder));
    folder_.write("proc/meminfo", "MemTotal:        1000 kB\nMemFree:         10 kB\n");
  }
  std::int64_t available() { return available_memory(folder_.file("")); }

  test::TemporaryFolder folder_;
};

TEST_F(MachineTest, WithoutAControlGroupItIsTheMachines) { EXPECT_EQ(available(), 1024000); }

TEST_F(MachineTest, TheSmallestLimitOfTheGroupsAboveCounts) {
  folder_.write("proc/self/cgroup", "0::/group/inner\n");
  folder_.write("sys/fs/cgroup/group/inner/memory.max", "max\n");
  folder_.write("sys/fs/cgroup/group/memory.max", "500000\n");
  EXPECT_EQ(available(), 500000);
  folder_.write("sys/fs/cgroup/memory.max", "400000\n");  // a container sees its own group at the root
  EXPECT_EQ(available(), 400000);
}

TEST_F(MachineTest, ALimitBeyondTheMachineIsNone) {
  folder_.write("proc/self/cgroup", "0::/group\n");
  folder_.write("sys/fs/cgroup/group/memory.max", "99000000\n");
  EXPECT_EQ(available(), 1024000);
}

TEST(MemoryLimit, AMachineThatSaysNothingSetsNoLimit) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(default_memory_limit(available_memory(folder.file("")), 4).bytes, 0);
}

TEST(MemoryLimit, TheScenariosShareFourFifths) {
  // 0.8 x 10 GB / 4 jobs.
  EXPECT_EQ(default_memory_limit(10'000'000'000, 4).bytes, 2'000'000'000);
}

TEST(MemoryLimit, NoShareIsSmallerThanAScenarioNeeds) {
  // 0.8 x 2 GiB / 64 jobs are 26 MiB.
  EXPECT_EQ(default_memory_limit(std::int64_t{2} << 30, 64).bytes, 256 * 1024 * 1024);
}

TEST(MemoryLimit, TheExplanationSaysWhoseLimitItIs) {
  EXPECT_THAT(explanation({1 << 20, MemoryLimit::Origin::user}), StartsWith("--memory 1048576; a larger one"));
  EXPECT_THAT(explanation({1 << 20, MemoryLimit::Origin::share}), StartsWith("the default of 1048576 bytes"));
}

Outcome failed(FailureKind kind, const std::string& message) { return Failure{kind, 0, message, {}}; }

TEST(FailureLimit, ANumberCountsFailures) {
  FailureWatch watch(parse_failure_limit("2"));
  watch.add(Completed{});
  watch.add(failed(FailureKind::crashed, "bang"));
  EXPECT_FALSE(watch.reached());
  watch.add(failed(FailureKind::crashed, "bang again"));
  EXPECT_TRUE(watch.reached());
}

TEST(FailureLimit, AShareWaitsForAHundredResults) {
  // 10 failures in the first 10 results are 100 %, but of too few; 10 of 100 are the 10 %.
  FailureWatch watch(parse_failure_limit("10%"));
  for (int i = 0; i < 10; ++i) watch.add(failed(FailureKind::deadlock, "stuck"));
  for (int i = 10; i < 99; ++i) watch.add(Completed{});
  EXPECT_FALSE(watch.reached());
  watch.add(Completed{});
  EXPECT_TRUE(watch.reached());
}

TEST(FailureLimit, AShareThatIsNotReachedStopsNothing) {
  // The last 9 of every 100 fail: 9 of 100 and 18 of 200 are below 10 %.
  FailureWatch watch(parse_failure_limit("10%"));
  for (int i = 0; i < 200; ++i) watch.add(i % 100 > 90 ? failed(FailureKind::deadlock, "stuck") : Completed{});
  EXPECT_FALSE(watch.reached());
}

TEST(FailureLimit, WithoutALimitNothingStops) {
  FailureWatch watch({});
  for (int i = 0; i < 1000; ++i) watch.add(failed(FailureKind::crashed, "bang"));
  EXPECT_FALSE(watch.reached());
}

TEST(FailureLimit, TheSummaryNamesTheMostFrequentFailure) {
  FailureWatch watch(parse_failure_limit("3"));
  watch.add(failed(FailureKind::crashed, "signal 11"));
  watch.add(failed(FailureKind::deadlock, "task 7 never started"));
  watch.add(failed(FailureKind::deadlock, "task 8 never started"));
  EXPECT_EQ(watch.summary(),
            "3 of 3 scenarios failed, which reaches --max-failures 3; most often (2 times) deadlock: task 7 never "
            "started");
}

TEST(FailureLimit, WhatIsNoLimitIsRefusedByName) {
  for (const char* text : {"", "0", "-1", "x", "5x", "0%", "101%", "%"}) {
    EXPECT_THAT(test::error_of([&] { parse_failure_limit(text); }), HasSubstr(std::string("--max-failures ") + text))
        << text;
  }
}

}  // namespace
}  // namespace palio
