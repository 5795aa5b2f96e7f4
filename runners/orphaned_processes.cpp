#include "runners/orphaned_processes.h"

#include <sys/prctl.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>

namespace palio {
namespace {

bool adopting = false;

// The kernel lists them by thread. A thread may end meanwhile.
std::set<pid_t> children() {
  std::set<pid_t> found;
  std::error_code gone;
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", gone)) {
    std::ifstream list(thread.path() / "children");
    for (pid_t child = 0; list >> child;) found.insert(child);
  }
  return found;
}

}  // namespace

void adopt_orphans() { adopting = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

bool adopts_orphans() { return adopting; }

void kill_orphans(const std::set<pid_t>& spared) {
  if (spared.empty() && waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD) return;  // one system call, as a rule
  // What is killed hands its own children over to us, so that there may be new ones after each round.
  for (bool any = true; any;) {
    any = false;
    for (const pid_t child : children()) {
      if (spared.contains(child)) continue;
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
      any = true;
    }
  }
}

}  // namespace palio
