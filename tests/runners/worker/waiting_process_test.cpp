#include "runners/worker/group.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>

namespace palio {
namespace {

// However soon after the signal, and whether the process had the time to end or not.
TEST(WaitingProcess, DoesNotWaitAnyMoreOnceItWasKilled) {
  for (const int signal : {SIGKILL, SIGTERM, SIGSEGV, SIGSTOP}) {
    for (int i = 0; i < 50; ++i) {
      const pid_t child = fork();
      if (child == 0)
        while (true) pause();
      const WaitingProcess process(child);
      EXPECT_TRUE(process.still_waits());
      EXPECT_TRUE(process.still_waits());
      kill(child, signal);
      EXPECT_FALSE(process.still_waits()) << signal;
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
      EXPECT_FALSE(process.still_waits());
    }
  }
}

}  // namespace
}  // namespace palio
