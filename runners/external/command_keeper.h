#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/outcome.h"
#include "strategies/own/own_code.h"

namespace palio {

/// Thrown where a scenario failed outside this process, which knows how.
class FailedElsewhere : public std::runtime_error {
public:
  explicit FailedElsewhere(Failure failure) : std::runtime_error(failure.message), failure_(std::move(failure)) {}
  const Failure& failure() const { return failure_; }

private:
  Failure failure_;
};

/// s of CPU time that commands have taken so far to answer this process; those before the fork count, too.
inline double& elsewhere_time() {
  static double taken = 0;
  return taken;
}

/// What one question to a command may take; 0: as much as it likes.
struct CommandLimits {
  double cpu_time = 0;      // s, with all that it forks
  std::int64_t memory = 0;  // byte of data per process
};

/// Which instance a question is about: made anew whenever one is built.
struct InstanceStamp {
  std::int64_t process = 0;
  std::int64_t date = 0;  // ns

  bool operator==(const InstanceStamp&) const = default;
};
InstanceStamp new_instance_stamp();

/// Starts a process that keeps the command of this code running, once per calling process and code: the caller and all
/// that it forks afterwards may ask. The keeper outlives scenarios and starts the command again when it was lost, so
/// each question finds a working one. The caller adopts orphans and has one thread.
void keep_command(const std::shared_ptr<const OwnCode>& code);

/// Whether it does, as far as this process can tell.
bool keeps_command(const OwnCode& code);

/// A command's answer, and what it took.
struct CommandAnswer {
  std::string line;
  double cpu_time = 0;  // s
};

/// Asks: `question` is a JSON line, `instance` makes that of the instance where the command does not have it yet.
/// `use` takes the answer; what it throws ends the command. Throws FailedElsewhere for a command that crashed, ended,
/// took too long or said too much. One question at a time of all that may ask.
void ask_command(const OwnCode& code, const InstanceStamp& stamp, const CommandLimits& limits,
                 const std::string& question, const std::function<std::string()>& instance,
                 const std::function<void(const CommandAnswer&)>& use);

/// What a command says of itself, started for this alone in a folder. Throws FailedElsewhere where it says nothing. The
/// caller adopts orphans, has one thread and no children.
std::string command_description(const std::string& command, const std::string& folder);

/// s of CPU time that a library or a command may take to say what it holds.
inline constexpr double k_describing = 10;

}  // namespace palio
