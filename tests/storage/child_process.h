#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace palio::test {

/// A forked process that runs `body` and ends; killed and reaped by the destructor.
/// Fork before anything of the file under test is open: the child would share its descriptors.
class ChildProcess {
public:
  /// `body` writes its report to the descriptor it gets.
  explicit ChildProcess(const std::function<void(int report)>& body);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }
  /// Waits for one more byte of the report; false at its end.
  bool read_byte();
  /// The rest of the report; waits until the child has closed it.
  std::string read_rest();
  void kill();

private:
  pid_t pid_ = -1;
  int report_ = -1;
};

/// What `body` throws, as text, when a user without any rights on the system runs it; empty when it does not throw.
/// (root is not bound by permission bits; the user "nobody" is.)
std::string error_as_nobody(const std::function<void()>& body);

}  // namespace palio::test
