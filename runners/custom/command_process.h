#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/outcome.h"
#include "runners/process/child.h"
#include "runners/process/descriptor.h"

namespace palio {

/// Our ends of a command's streams: what it reads, what it writes, what it writes to standard error, and the status
/// with which it ends. Any process that holds them can talk to it.
struct CommandEnds {
  Descriptor questions, answers, words, status;
};

/// A custom command that reads and writes JSON lines, with all that it forks; killed in the destructor. This process
/// must have one thread, adopt orphans and have no other children.
class CommandProcess {
public:
  /// Starts the command in a folder. Throws Shortage when the machine lacks a resource for it.
  CommandProcess(const std::string& command, const std::string& folder, std::int64_t memory);

  const CommandEnds& ends() const { return ends_; }

private:
  CommandEnds ends_;
  std::optional<Child> child_;
};

/// A conversation with a command. Only whole lines count, and nothing that the command does after a line changes it. A
/// command may also stop or kill its parents without ending the conversation. After a failure it cannot go on.
class CommandTalk {
public:
  /// `above`: the command descends from it. The limits are for the whole talk; `spent`: CPU time (s) of the limit that
  /// earlier ones took. `heard`: what was read already.
  CommandTalk(const CommandEnds& ends, pid_t above, const Limits& limits, double spent = 0, std::string heard = {});

  // Throw Shortage if the kernel killed the command for lack of memory.
  std::optional<Failure> say(std::string_view lines);
  std::variant<std::string, Failure> hear();  // a line

  /// What came behind the last line.
  const std::string& heard() const { return heard_; }
  /// CPU time (s) that the command and what it forked took for the last line.
  double cpu_time() const { return cpu_time_; }
  /// The end of what it has written to standard error since the beginning.
  std::string words() const;

private:
  std::optional<Failure> wait(Channel channel);
  void close();
  Failure closed();
  Failure ended(int status) const;
  Failure computed_too_long() const;
  Failure failure(FailureKind kind, const std::string& what, int signal = 0) const;

  const CommandEnds& ends_;
  pid_t above_;
  Limits limits_;
  double cpu_before_, cpu_at_line_, spent_, cpu_time_ = 0;  // s
  std::string heard_;
  int status_;                 // -1: no longer known
  bool closed_ = false;        // its standard input or output is
  std::int64_t kills_before_;  // processes that the kernel had killed for lack of memory
};

}  // namespace palio
