#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/outcome.h"
#include "strategies/custom/custom_code.h"

namespace palio {

/// Thrown when a scenario failed in another process, which named the failure.
class FailedElsewhere : public std::runtime_error {
public:
  explicit FailedElsewhere(Failure failure) : std::runtime_error(failure.message), failure_(std::move(failure)) {}
  const Failure& failure() const { return failure_; }

private:
  Failure failure_;
};

/// CPU time (s) that commands have taken so far to answer this process, including before it was forked.
inline double& elsewhere_time() {
  static double taken = 0;
  return taken;
}

/// Limits of the questions of one scenario to a command; 0: none.
struct CommandLimits {
  double cpu_time = 0;      // s, with all that it forks
  std::int64_t memory = 0;  // byte of data per process
  double spent = 0;         // s of CPU time, by earlier questions of the scenario
};

/// Identifies the instance of a question; new whenever an instance is built.
struct InstanceStamp {
  std::int64_t process = 0;
  std::int64_t date = 0;      // ns
  std::uint64_t content = 0;  // hash of what differs between the questions about it

  bool operator==(const InstanceStamp&) const = default;
};
InstanceStamp new_instance_stamp();

/// Starts a keeper, a process that keeps the command of this code running, once per calling process and code. The
/// caller and all processes that it forks afterwards may ask it. The keeper outlives scenarios and restarts a lost
/// command, so that each question finds a working one. The caller must adopt orphans and have one thread.
void keep_command(const std::shared_ptr<const CustomCode>& code);

/// Whether such a keeper runs, as far as this process can tell.
bool keeps_command(const CustomCode& code);

/// A command's answer and its cost.
struct CommandAnswer {
  std::string line;
  double cpu_time = 0;  // s
};

/// Asks a command. `question` is a JSON line; `instance` makes the line for the instance if the command does not have
/// it yet. `use` takes the answer; if it throws, the command is ended. Throws FailedElsewhere for a command that
/// crashed, ended, took too long or wrote too much. Only one process may ask at a time.
void ask_command(const CustomCode& code, const InstanceStamp& stamp, const CommandLimits& limits,
                 const std::string& question, const std::function<std::string()>& instance,
                 const std::function<void(const CommandAnswer&)>& use);

/// A command's description of itself; starts the command in a folder for this alone. Throws FailedElsewhere if there is
/// none. The caller must adopt orphans, have one thread and no children.
std::string command_description(const std::string& command, const std::string& folder);

/// CPU time (s) that a library or a command may take to describe itself.
inline constexpr double k_describing = 10;

}  // namespace palio
