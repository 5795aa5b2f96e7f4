#include "tests/end_to_end/support/descendants.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace palio::test {
namespace {

std::string command_line(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/cmdline", process), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

std::vector<std::string> processes_left() {
  for (int i = 0; i < 6000; ++i) {
    pid_t reaped = 1;
    while (reaped > 0) reaped = waitpid(-1, nullptr, WNOHANG);
    if (reaped < 0 && errno == ECHILD) return {};
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::vector<std::string> left;
  for (const pid_t child : children_of(getpid())) left.push_back(fmt::format("{}: {}", child, command_line(child)));
  return left;
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  std::error_code gone;
  std::filesystem::directory_iterator thread(fmt::format("/proc/{}/task", process), gone);
  for (; thread != std::filesystem::directory_iterator(); thread.increment(gone)) {
    std::ifstream list(thread->path() / "children");
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
  return children;
}

}  // namespace palio::test
