#include "runners/orphaned_processes.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

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

}  // namespace
}  // namespace palio
