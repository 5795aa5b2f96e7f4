#include "runners/process/orphaned_processes.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <sstream>
#include <string>

namespace palio {
namespace {

bool adopting = false;

// Valid only in the process that named them: a process that it forks has other children.
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

// Reads a file of /proc, so often that streams would cost too much; empty: the process is gone.
std::string proc_text(const std::string& path) {
  std::string text;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  std::array<char, 4096> part{};
  for (ssize_t count = 0; (count = read(file, part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(count));
  close(file);
  return text;
}

struct ProcessState {
  char letter = 0;         // as in proc(5)
  double waited_time = 0;  // s, in whole clock ticks; of children it has waited for, including theirs
  int threads = 0;         // 0: it is gone
};

ProcessState state_in(const std::string& text) {
  std::istringstream fields(text.substr(text.rfind(')') + 1));  // the name before may hold anything
  std::string skipped;
  ProcessState state;
  fields >> state.letter;
  for (int i = 1; i < 13; ++i) fields >> skipped;
  double user = 0, system = 0;
  fields >> user >> system >> skipped >> skipped >> state.threads;
  state.waited_time = (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return state;
}

ProcessState state_of(const std::string& process) { return state_in(proc_text("/proc/" + process + "/stat")); }

void add_children(const std::string& path, std::set<pid_t>& found) {
  const std::string list = proc_text(path);
  for (const char* at = list.data(); *at != '\0';) {
    char* end = nullptr;
    const long child = std::strtol(at, &end, 10);
    if (end == at) break;
    found.insert(static_cast<pid_t>(child));
    at = end + std::strspn(end, " ");
  }
}

// The kernel lists them by thread. A process or thread may end meanwhile.
std::set<pid_t> children(const std::string& process, int threads) {
  std::set<pid_t> found;
  const std::string tasks = "/proc/" + process + "/task/";
  if (threads == 1) {
    add_children(tasks + process + "/children", found);
    return found;
  }
  std::error_code gone;
  std::filesystem::directory_iterator thread(tasks, gone);
  for (; thread != std::filesystem::directory_iterator(); thread.increment(gone))
    add_children(thread->path() / "children", found);
  return found;
}

std::set<pid_t> own_children() {
  const std::string self = std::to_string(getpid());
  return children(self, state_of(self).threads);
}

// CPU time (s) of a process that lives or has not been waited for.
double own_cpu_time(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// What the threads of a process have waited for a processor (s). The kernel adds it when a thread gets one: until then
// only `ready`, how many wait or run, shows it.
double waiting_time(pid_t process, int& ready) {
  double sum = 0;
  const std::string tasks = "/proc/" + std::to_string(process) + "/task/";
  std::error_code gone;
  std::filesystem::directory_iterator thread(tasks, gone);
  for (; thread != std::filesystem::directory_iterator(); thread.increment(gone)) {
    std::istringstream fields(proc_text(thread->path() / "schedstat"));
    double running = 0, waiting = 0;  // ns
    if (fields >> running >> waiting) sum += 1e-9 * waiting;
    if (state_in(proc_text(thread->path() / "stat")).letter == 'R') ++ready;
  }
  return sum;
}

// Whether a process or one of its children is in one of these states.
bool is_any(pid_t process, std::string_view letters) {
  const auto is_in = [&](const ProcessState& state) { return letters.find(state.letter) != std::string_view::npos; };
  const std::string name = std::to_string(process);
  const ProcessState state = state_of(name);
  return is_in(state) || std::ranges::any_of(children(name, state.threads),
                                             [&](pid_t child) { return is_in(state_of(std::to_string(child))); });
}

// Those of this process, without the exempt ones; or all of `root`. Parents before children: one that is waited for
// meanwhile may be missing, but is never visited twice.
template <class Visit>
void visit_descendants(pid_t root, Visit visit) {
  std::set<pid_t> seen = root == 0 ? own_servants() : std::set<pid_t>();
  const std::string above = std::to_string(root == 0 ? getpid() : root);
  for (std::set<pid_t> found = children(above, state_of(above).threads); !found.empty();) {
    const pid_t process = found.extract(found.begin()).value();
    if (!seen.insert(process).second) continue;
    const std::string name = std::to_string(process);
    const ProcessState state = state_of(name);
    visit(process, state);
    found.merge(children(name, state.threads));
  }
}

}  // namespace

std::set<pid_t>& helpers() {
  static std::set<pid_t> helpers;
  return helpers;
}

void adopt_orphans() { adopting = prctl(PR_SET_CHILD_SUBREAPER, 1) == 0; }

bool adopts_orphans() { return adopting; }

void spare_from_orphans(pid_t child) {
  if (servants().of != getpid()) servants() = {getpid(), {}};
  servants().pids.insert(child);
}

SparedChild::SparedChild(pid_t child) : child_(child) {
  if (child_ != 0) spare_from_orphans(child_);
}

SparedChild::~SparedChild() {
  if (child_ != 0 && servants().of == getpid()) servants().pids.erase(child_);
}

void kill_tree(pid_t process) {
  // The root adopts what is forked, or loses its parent, meanwhile: it ends last.
  for (bool any = true; any;) {
    any = false;
    visit_descendants(process, [&](pid_t descendant, const ProcessState& state) {
      if (state.threads == 0 || state.letter == 'Z') return;
      kill(descendant, SIGKILL);
      any = true;
    });
  }
  kill(process, SIGKILL);
}

void kill_orphans(const std::set<pid_t>& spared) {
  const std::set<pid_t>& serving = own_servants();
  if (spared.empty() && serving.empty() && waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD)
    return;  // one system call, as a rule
  // The children of a killed process become ours, so that there may be new ones after each round.
  for (bool any = true; any;) {
    any = false;
    for (const pid_t child : own_children()) {
      if (spared.contains(child) || serving.contains(child)) continue;
      kill_tree(child);  // from below: none of its processes comes to be a child of this one
      waitpid(child, nullptr, 0);
      any = true;
    }
  }
}

bool is_stopped(pid_t process) { return is_any(process, "Tt"); }

bool is_ready_to_run(pid_t process) { return is_any(process, "R"); }

double descendants_cpu_time(pid_t root) {
  double sum = 0;
  visit_descendants(
      root, [&](pid_t process, const ProcessState& state) { sum += own_cpu_time(process) + state.waited_time; });
  return sum;
}

void add_busy_times(std::map<pid_t, double>& times, double since) {
  const auto add = [&](pid_t process, const ProcessState& state) {
    double& known = times[process];
    int ready = 0;
    const double busy = own_cpu_time(process) + state.waited_time + waiting_time(process, ready);
    known = std::max(known + ready * since, busy);
  };
  visit_descendants(0, add);
  for (const pid_t helper : helpers()) visit_descendants(helper, add);
}

}  // namespace palio
