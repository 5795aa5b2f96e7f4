#include "runners/orphaned_processes.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <ctime>

namespace palio {
namespace {

// Forks a child that forks a grandchild in a session of its own and ends; the grandchild stays. Its pid.
pid_t leave_a_stray() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    const pid_t stray = fork();
    if (stray == 0) {
      setsid();
      signal(SIGTERM, SIG_IGN);
      while (true) pause();
    }
    _exit(write(ends[1], &stray, sizeof stray) == sizeof stray ? 0 : 1);
  }
  pid_t stray = -1;
  EXPECT_EQ(read(ends[0], &stray, sizeof stray), static_cast<ssize_t>(sizeof stray));
  for (const int end : ends) close(end);
  waitpid(child, nullptr, 0);
  return stray;
}

TEST(Strays, AreAdoptedKilledAndReaped) {
  adopt_strays();
  const std::array strays{leave_a_stray(), leave_a_stray()};
  for (const pid_t stray : strays) ASSERT_EQ(kill(stray, 0), 0) << "it did not live";
  kill_strays();
  for (const pid_t stray : strays) {
    EXPECT_EQ(kill(stray, 0), -1);
    EXPECT_EQ(errno, ESRCH);
  }
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Strays, ThoseToBeSparedLive) {
  adopt_strays();
  const pid_t spared = leave_a_stray();
  const pid_t other = leave_a_stray();
  kill_strays({spared});
  EXPECT_EQ(kill(spared, 0), 0);
  EXPECT_EQ(kill(other, 0), -1);
  kill_strays();
  EXPECT_EQ(kill(spared, 0), -1);
}

TEST(Strays, NoneIsFine) { kill_strays(); }

TEST(CpuTimeOfDescendants, IsTheirsAndThatOfTheirChildrenWhateverBecameOfThem) {
  adopt_strays();
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
    if (fork() == 0)
      compute();
    else
      compute();
    while (true) pause();
  }
  std::array<char, 1> said{};
  for (int i = 0; i < 4; ++i) ASSERT_EQ(read(ends[0], said.data(), 1), 1);
  // In clock ticks where somebody has waited: two of 0.01 s may be missing, of user and of system time.
  EXPECT_GE(descendants_cpu_time(), 0.4 - 0.02);
  kill_strays();
  EXPECT_EQ(descendants_cpu_time(), 0);
  for (const int end : ends) close(end);
}

}  // namespace
}  // namespace palio
