#include "runners/process/orphaned_processes.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>

namespace palio {
namespace {

// Forks a child that forks a grandchild in its own session and ends; the grandchild stays. Returns its pid.
pid_t leave_an_orphan() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    const pid_t orphan = fork();
    if (orphan == 0) {
      setsid();
      signal(SIGTERM, SIG_IGN);
      while (true) pause();
    }
    _exit(write(ends[1], &orphan, sizeof orphan) == sizeof orphan ? 0 : 1);
  }
  pid_t orphan = -1;
  EXPECT_EQ(read(ends[0], &orphan, sizeof orphan), static_cast<ssize_t>(sizeof orphan));
  for (const int end : ends) close(end);
  waitpid(child, nullptr, 0);
  return orphan;
}

TEST(OrphanedProcesses, AreAdoptedKilledAndReaped) {
  adopt_orphans();
  const std::array orphans{leave_an_orphan(), leave_an_orphan()};
  for (const pid_t orphan : orphans) ASSERT_EQ(kill(orphan, 0), 0) << "it did not live";
  kill_orphans();
  for (const pid_t orphan : orphans) {
    EXPECT_EQ(kill(orphan, 0), -1);
    EXPECT_EQ(errno, ESRCH);
  }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(OrphanedProcesses, ThoseToBeSparedLive) {
  adopt_orphans();
  const pid_t spared = leave_an_orphan();
  const pid_t other = leave_an_orphan();
  kill_orphans({spared});
  EXPECT_EQ(kill(spared, 0), 0);
  EXPECT_EQ(kill(other, 0), -1);
  kill_orphans();
  EXPECT_EQ(kill(spared, 0), -1);
}

TEST(OrphanedProcesses, NoneIsFine) { kill_orphans(); }

TEST(CpuTimeOfDescendants, IsTheirsAndThatOfTheirChildrenWhateverBecameOfThem) {
  adopt_orphans();
  EXPECT_EQ(descendants_cpu_time(), 0);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  // Each computes 0.1 s and says so: a child, one that it has waited for, one that lives, and one that is left behind.
  const auto compute = [&ends] {
    while (std::clock() < CLOCKS_PER_SEC / 10) {
    }
    return write(ends[1], "x", 1) == 1;
  };
  const pid_t child = fork();
  if (child == 0) {
    const pid_t first = fork();
    if (first == 0) _exit(compute() ? 0 : 1);
    waitpid(first, nullptr, 0);
    const pid_t parent = fork();
    if (parent == 0) {
      if (fork() != 0) _exit(0);
      compute();
      while (true) pause();
    }
    waitpid(parent, nullptr, 0);
    static_cast<void>(fork());  // both go on
    compute();
    while (true) pause();
  }
  std::array<char, 1> said{};
  for (int i = 0; i < 4; ++i) ASSERT_EQ(read(ends[0], said.data(), 1), 1);
  // A process that was waited for counts in clock ticks: two of 0.01 s may be missing, of user and of system time.
  EXPECT_GE(descendants_cpu_time(), 0.4 - 0.02);
  kill_orphans();
  EXPECT_EQ(descendants_cpu_time(), 0);
  for (const int end : ends) close(end);
}

}  // namespace
}  // namespace palio
