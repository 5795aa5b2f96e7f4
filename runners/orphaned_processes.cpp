#include "runners/orphaned_processes.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace palio {
namespace {

bool adopting = false;

// Those of the process that named them: what it forks has other children.
struct Servants {
  pid_t of = 0;
  std::set<pid_t> pids;
};

Servants& servants() {
  static Servants servants;
  return servants;
}

const std::set<pid_t>& own_servants() {
  static const std::set<pid_t> none;
  return servants().of == getpid() ? servants().pids : none;
}

// The kernel lists them by thread. A process or thread may end meanwhile.
std::set<pid_t> children(const std::string& process) {
  std::set<pid_t> found;
  std::error_code gone;
  std::filesystem::directory_iterator thread("/proc/" + process + "/task", gone);
  for (; thread != std::filesystem::directory_iterator(); thread.increment(gone)) {
    std::ifstream list(thread->path() / "children");
    for (pid_t child = 0; list >> child;) found.insert(child);
  }
  return found;
}

// s; living or not yet waited for.
double own_cpu_time(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// s, of those that it has waited for, whose own are in it; in whole clock ticks.
double waited_cpu_time(const std::string& process) {
  constexpr int k_between = 13;  // fields between the name, which ends at the last parenthesis, and these two
  std::string text;
  std::ifstream file("/proc/" + process + "/stat");
  std::getline(file, text);
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string skipped;
  for (int i = 0; i < k_between; ++i) fields >> skipped;
  double user = 0, system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace

void adopt_orphans() { adopting = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

bool adopts_orphans() { return adopting; }

void spare_from_orphans(pid_t child) {
  if (servants().of != getpid()) servants() = {getpid(), {}};
  servants().pids.insert(child);
}

void kill_orphans(const std::set<pid_t>& spared) {
  const std::set<pid_t>& serving = own_servants();
  if (spared.empty() && serving.empty() && waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD)
    return;  // one system call, as a rule
  // What is killed hands its own children over to us, so that there may be new ones after each round.
  for (bool any = true; any;) {
    any = false;
    for (const pid_t child : children("self")) {
      if (spared.contains(child) || serving.contains(child)) continue;
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
      any = true;
    }
  }
}

double descendants_cpu_time() {
  double sum = 0;
  std::set<pid_t> seen = own_servants();
  // A process before its children: one that is waited for meanwhile is missing then, but never counted twice.
  for (std::set<pid_t> found = children("self"); !found.empty();) {
    const pid_t process = found.extract(found.begin()).value();
    if (!seen.insert(process).second) continue;
    sum += own_cpu_time(process) + waited_cpu_time(std::to_string(process));
    found.merge(children(std::to_string(process)));
  }
  return sum;
}

}  // namespace palio
