#include "campaign/run/limits/memory_limit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

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

}  // namespace
}  // namespace palio
