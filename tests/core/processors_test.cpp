#include "core/processors.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"

namespace palio {
namespace {

// What cores() says in a process that may use only the processor where it runs.
TEST(Processors, AreThoseOfTheAffinity) {
  const pid_t child = fork();
  if (child == 0) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(sched_getcpu()), &one);
    _exit(sched_setaffinity(0, sizeof one, &one) == 0 ? cores() : 99);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 1);
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  EXPECT_GE(cores(), 1);
  EXPECT_LE(cores(), CPU_COUNT(&allowed));
}

class QuotaTest : public testing::Test {
protected:
  void SetUp() override {
    for (const char* folder :
         {"proc/self", "sys/fs/cgroup/job/step", "sys/fs/cgroup/cpu,cpuacct/job/step", "sys/fs/cgroup/memory/job"})
      std::filesystem::create_directories(folder_.file(folder));
  }
  void write(const std::string& file, const std::string& content) const { folder_.write(file, content + "\n"); }
  std::optional<int> quota() const { return quota_processors(folder_.file("")); }

  test::TemporaryFolder folder_;
};

TEST_F(QuotaTest, WithoutAnyThereIsNone) {
  EXPECT_EQ(quota(), std::nullopt);  // not even /proc/self/cgroup
  write("proc/self/cgroup", "0::/job/step");
  EXPECT_EQ(quota(), std::nullopt);
  write("sys/fs/cgroup/job/step/cpu.max", "max 100000");
  EXPECT_EQ(quota(), std::nullopt);
  write("sys/fs/cgroup/job/step/cpu.max", "");
  EXPECT_EQ(quota(), std::nullopt);
}

// 2.5 processors are three that are not always there; a tenth of one is one.
TEST_F(QuotaTest, OfV2IsRoundedUp) {
  write("proc/self/cgroup", "0::/job/step");
  write("sys/fs/cgroup/job/step/cpu.max", "250000 100000");
  EXPECT_EQ(quota(), 3);
  write("sys/fs/cgroup/job/step/cpu.max", "200000 100000");
  EXPECT_EQ(quota(), 2);
  write("sys/fs/cgroup/job/step/cpu.max", "5000 50000");
  EXPECT_EQ(quota(), 1);
  EXPECT_EQ(cores(folder_.file("")), 1);
}

TEST_F(QuotaTest, OfAGroupAboveCountsAsWell) {
  write("proc/self/cgroup", "0::/job/step");
  write("sys/fs/cgroup/job/step/cpu.max", "400000 100000");
  write("sys/fs/cgroup/job/cpu.max", "300000 100000");
  EXPECT_EQ(quota(), 3);
  write("sys/fs/cgroup/cpu.max", "100000 100000");  // a container sees its own group at the root
  EXPECT_EQ(quota(), 1);
}

TEST_F(QuotaTest, OfV1IsThatOfTheControllerOfProcessors) {
  write("proc/self/cgroup", "9:cpuset:/other\n4:cpu,cpuacct:/job/step\n3:memory:/job\n0::/");
  write("sys/fs/cgroup/cpu,cpuacct/job/step/cpu.cfs_quota_us", "-1");
  write("sys/fs/cgroup/cpu,cpuacct/job/step/cpu.cfs_period_us", "100000");
  write("sys/fs/cgroup/memory/job/cpu.max", "100000 100000");  // no group of processors
  EXPECT_EQ(quota(), std::nullopt);
  write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "350000");
  write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota(), 4);
}

// In a container of v1 the path is that of the host, and only the root of the mount is there.
TEST_F(QuotaTest, OfAContainerIsFoundAtTheRoot) {
  write("proc/self/cgroup", "4:cpu,cpuacct:/docker/0123");
  write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "150000");
  write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota(), 2);
}

}  // namespace
}  // namespace palio
