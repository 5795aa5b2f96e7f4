#include "runners/worker/strays.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <fstream>
#include <string>

namespace palio {
namespace {

// False when there is none. The kernel lists the children of a thread; this process has one.
bool kill_children() {
  const std::string self = std::to_string(getpid());
  std::ifstream list("/proc/" + self + "/task/" + self + "/children");
  bool any = false;
  for (pid_t child = 0; list >> child; any = true) kill(child, SIGKILL);
  return any;
}

}  // namespace

void adopt_strays() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void kill_strays() {
  // A killed child hands its own children over to us, so that there may be new ones after each that is reaped.
  while (true) {
    const pid_t reaped = waitpid(-1, nullptr, WNOHANG);
    if (reaped < 0 && errno == ECHILD) return;
    if (reaped != 0) continue;
    if (!kill_children()) return;
    waitpid(-1, nullptr, 0);
  }
}

}  // namespace palio
