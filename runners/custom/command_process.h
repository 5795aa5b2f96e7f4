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

/// A custom command that reads and writes JSON lines, with all that it forks; killed in the destructor. This process
/// must have one thread, adopt orphans and have no other children.
class CommandProcess {
public:
  /// Starts the command in a folder. Throws Shortage when the machine lacks a resource for it.
  CommandProcess(const std::string& command, const std::string& folder, std::int64_t memory);

  /// Writes lines and waits for one; empty if the other end of `lifeline` closes meanwhile. After a failure the command
  /// cannot be used any more. Throws Shortage if the kernel killed it for lack of memory. `spent`: CPU time (s) of the
  /// limit that earlier answers took.
  using Answer = std::optional<std::variant<std::string, Failure>>;
  Answer ask(std::string_view lines, const Limits& limits, int lifeline, double spent = 0);

  /// CPU time (s) that the command and what it forked took between the last two answers.
  double answer_cpu_time() const { return answer_cpu_time_; }

  /// Whether it waits for a question: it runs and has written nothing without being asked.
  bool is_quiet() const;

private:
  class Talk;
  void take_time();
  Answer protocol(const std::string& what) const;
  Answer failure_of(Child::Event event, const Limits& limits, const Talk& talk);
  Failure with_words(Failure failure) const;

  Descriptor questions_, answers_, words_;  // ours; what it writes to standard error
  std::optional<Child> child_;
  double cpu_before_ = 0;  // at the last answer, s
  double answer_cpu_time_ = 0;
  std::int64_t kills_before_ = 0;  // processes that the kernel had killed for lack of memory
};

}  // namespace palio
