#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/outcome.h"
#include "runners/kinds/scenario.h"
#include "runners/process/child.h"
#include "runners/worker/answer_file.h"

namespace palio {

/// What a function that ran in a forked child left behind.
struct ChildReport {
  std::variant<std::string, Failure> answer;  // the text it returned, or why there is none
  double cpu_time = 0;                        // s, user and system; of what it forked, too
  double peak_memory = 0;                     // byte
  std::string words = {};                     // last lines that it wrote to its standard streams
};

/// Runs functions in forked children of this process, one at a time. What a child does (crash, abort, exit, loop, fork,
/// eat memory, write to its standard streams) ends only the child. The process must have one thread and no other
/// children; it adopts what they leave behind (runners/process/orphaned_processes.h).
class Isolation {
public:
  explicit Isolation(int lifeline, std::function<void()> alive = {});

  /// Forks, runs `function` in the child and collects its text; nothing that it forked is left then. Throws Shortage
  /// when the machine lacks a resource for it, or when `function` throws one.
  ChildReport run(const std::function<std::string()>& function, const Limits& limits);

  /// Called in the child before custom code: closes everything inherited except its streams and the answer file.
  static void close_inherited();

  /// Whether the lifeline was cut; the last report is then worthless.
  bool orphaned() const { return orphaned_; }

private:
  std::variant<std::string, Failure> answer_of(int status, std::optional<ChildAnswer> answer,
                                               const Limits& limits) const;

  Bystanders bystanders_;
  Descriptor output_;   // memory file that takes what children write to their standard streams
  Descriptor nothing_;  // their standard input
  bool orphaned_ = false;
  std::int64_t kills_before_ = 0;  // of processes by the kernel, for want of memory
};

/// Runs a function in a separate process.
using RunIsolated = std::function<ChildReport(const std::function<std::string()>&)>;

/// Computes what the scenarios of an instance are compared with, once for all of them, each in a separate process whose
/// CPU time counts as building the instance.
void add_references(BuiltInstance& instance, const std::vector<Recipe>& strategies, const RunIsolated& isolated);

}  // namespace palio
