#include "tests/storage/child_process.h"

#include <grp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <exception>
#include <stdexcept>

namespace palio::test {
namespace {

constexpr uid_t k_nobody = 65534;

void become_nobody() {
  if (geteuid() != 0) return;
  if (setgroups(0, nullptr) != 0 || setgid(k_nobody) != 0 || setuid(k_nobody) != 0)
    throw std::runtime_error("cannot become nobody");
}

}  // namespace

ChildProcess::ChildProcess(const std::function<void(int report)>& body) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("pipe");
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("fork");
  if (pid_ == 0) {
    close(ends[0]);
    body(ends[1]);
    _exit(0);
  }
  close(ends[1]);
  report_ = ends[0];
}

ChildProcess::~ChildProcess() {
  kill();
  close(report_);
}

bool ChildProcess::read_byte() {
  char byte = 0;
  return ::read(report_, &byte, 1) == 1;
}

std::string ChildProcess::read_rest() {
  std::string rest;
  std::array<char, 4096> buffer{};
  ssize_t size = 0;
  while ((size = ::read(report_, buffer.data(), buffer.size())) > 0)
    rest.append(buffer.data(), static_cast<std::size_t>(size));
  return rest;
}

void ChildProcess::kill() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

std::string error_as_nobody(const std::function<void()>& body) {
  ChildProcess child([&](int report) {
    std::string error;
    try {
      become_nobody();
      body();
    } catch (const std::exception& thrown) {
      error = thrown.what();
    }
    if (::write(report, error.data(), error.size()) < 0) _exit(1);
  });
  return child.read_rest();
}

}  // namespace palio::test
