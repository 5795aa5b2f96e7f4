#pragma once

#include <grp.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <stdexcept>
#include <string>

#include "tests/support/error_of.h"

namespace palio::test {

/// A forked process that runs `body` and ends; killed and reaped by the destructor.
/// Fork before anything of the file under test is open: the child would share its descriptors.
class ChildProcess {
public:
  /// `body` writes its report to the descriptor it gets.
  explicit ChildProcess(const std::function<void(int report)>& body) {
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
  ~ChildProcess() {
    kill();
    close(report_);
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }
  /// Waits for one more byte of the report; false at its end.
  bool read_byte() {
    char byte = 0;
    return ::read(report_, &byte, 1) == 1;
  }
  /// The rest of the report; waits until the child has closed it.
  std::string read_rest() {
    std::string rest;
    for (char byte = 0; ::read(report_, &byte, 1) == 1;) rest += byte;
    return rest;
  }
  void kill() {
    if (pid_ < 0) return;
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

private:
  pid_t pid_ = -1;
  int report_ = -1;
};

/// What `body` throws, as text, when a user without any rights on the system runs it; "no error" when it does not
/// throw. (root is not bound by permission bits; the user "nobody" is.)
inline std::string error_as_nobody(const std::function<void()>& body) {
  ChildProcess child([&](int report) {
    const std::string error = error_of<std::exception>([&] {
      constexpr uid_t nobody = 65534;
      if (geteuid() == 0 && (setgroups(0, nullptr) != 0 || setgid(nobody) != 0 || setuid(nobody) != 0))
        throw std::runtime_error("cannot become nobody");
      body();
    });
    if (::write(report, error.data(), error.size()) < 0) _exit(1);
  });
  return child.read_rest();
}

}  // namespace palio::test
