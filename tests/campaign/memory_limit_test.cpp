#include "campaign/memory_limit.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

TEST(MemoryLimit, SizesHaveUnits) {
  EXPECT_EQ(parse_bytes("--memory", "0"), 0);
  EXPECT_EQ(parse_bytes("--memory", "1000"), 1000);
  EXPECT_EQ(parse_bytes("--memory", "3K"), 3 * 1024);
  EXPECT_EQ(parse_bytes("--memory", "512M"), 512 * 1024 * 1024);
  EXPECT_EQ(parse_bytes("--memory", "1.5G"), 1536LL * 1024 * 1024);
  EXPECT_EQ(parse_bytes("--memory", "2T"), 2LL << 40);
}

TEST(MemoryLimit, WhatIsNoSizeIsRefused) {
  for (const char* text : {"", "M", "12Q", "12MB", "-1M", "9999999T", "1e3"})
    EXPECT_THROW(parse_bytes("--memory", text), UserError) << text;
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
  EXPECT_EQ(default_memory_limit(available_memory(folder.file("")), 4), 0);
}

TEST(MemoryLimit, TheScenariosShareFourFifths) {
  // 0.8 x 1000 byte / 4 jobs.
  EXPECT_EQ(default_memory_limit(1000, 4), 200);
}

}  // namespace
}  // namespace palio
