#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
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

/// Starts a keeper, a process that starts the command of this code and keeps it, once per calling process and code. The
/// caller and all processes that it forks afterwards may ask it. The keeper outlives scenarios. A command that numbers
/// its answers is kept as long as they are good; any other has a new process for each question. The caller must adopt
/// orphans and have one thread.
void keep_command(const CustomCode& code);

/// The process id of such a keeper, as far as this process can tell; 0: none runs. Ends one that has been stopped.
pid_t keeper_of(const CustomCode& code);

/// Ends the keeper, if there is one, and its command.
void end_keeper(const CustomCode& code);

/// A line of a command and its cost.
struct CommandAnswer {
  std::string line;
  double cpu_time = 0;  // s
};

/// Asks a command. `question` is a JSON line; `instance` makes the line for the instance if the command does not have
/// it yet. `use` takes an answer; false: the line answers an earlier question. If it throws, the command is ended. What
/// the command writes to standard error goes to that of this process. A failure is tried again in a new process if the
/// command, or its keeper, had served other questions. Throws FailedElsewhere for a command that
/// crashed, ended, took too long or wrote too much. Only one process may ask at a time.
void ask_command(const CustomCode& code, const InstanceStamp& stamp, const CommandLimits& limits,
                 const std::string& question, const std::function<std::string()>& instance,
                 const std::function<bool(const CommandAnswer&)>& use);

/// A command's description of itself; starts the command in a folder for this alone. Throws FailedElsewhere if there is
/// none. The caller must adopt orphans, have one thread and no children.
std::string command_description(const std::string& command, const std::string& folder);

/// CPU time (s) that a library or a command may take to describe itself.
inline constexpr double k_describing = 10;

}  // namespace palio
