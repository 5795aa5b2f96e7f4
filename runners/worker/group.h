#pragma once

#include <sys/types.h>

#include <atomic>
#include <cfenv>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "core/identity/canonical.h"
#include "runners/kinds/engine.h"
#include "runners/kinds/scenario.h"
#include "runners/process/child.h"
#include "runners/process/descriptor.h"

namespace palio {

// Messages between a worker and the process of its group, over a socket. Their texts are in a file in memory that both
// have open: first the lines of the requests, then in their place those of the answers, one after the other.

/// How the process answers. together: for several short scenarios at once, after checking what they left behind in the
/// process; each: after each scenario.
enum class Answers { together, each };

/// To the process: run these scenarios of one or several requests. They are numbered through.
struct GroupJob {
  std::size_t text = 0;     // byte, a line for each request
  int first = 0, last = 0;  // excluding `last`
  Answers answers = Answers::together;
};

/// From the process: what it completed since its last word. If anything else happens, it ends without a word.
struct GroupWord {
  std::size_t place = 0;  // of the result lines of the protocol, byte
  std::size_t text = 0;   // byte
  Digest digest = {};     // of the lines, marked
  int completed = 0;      // as many lines
  double cpu_time = 0;    // s, of the process so far and of what it has waited for
  double building = 0;    // s, to build an instance, the longest one; in the first word about it
  double longest = 0;     // s, of the longest of these scenarios
  bool failed = false;    // the next one did not complete, and it ends
  bool last = false;      // it ends now
};

/// A process ends after so many scenarios, or after the one in which it becomes too old: leaks stay bounded.
constexpr int k_most_in_group = 1000;
constexpr double k_oldest_group = 10;  // s

/// The process's end of the conversation.
struct GroupEnds {
  int socket, texts;
  Digest mark;               // marks its words: what a scenario writes to the socket or the texts does not count
  std::atomic<int>* unsaid;  // shared with the worker: scenarios that completed since its last word, in its complement
                             // (~) while the next instance is not built yet
};

/// Runs the requested scenarios, in this process, until the other end of the socket is closed. Returns the exit status.
int run_group_process(const GroupEnds& ends, const Engine& engine, const RunScenario& run);

/// One process that runs many scenarios, one after the other, also of several requests. Its answer counts only if the
/// scenario completed within its limits. After anything else the process is ended, and the scenario must run again in
/// its own process (isolation.h).
class Group {
public:
  /// Takes the result lines of scenarios that completed.
  using Sink = std::function<void(std::string_view lines)>;

  /// Why it stopped before the end. scenario: the next one must run alone; instance: all that are left of its instance
  /// must.
  enum class Stop { nothing, scenario, instance, orphaned };

  /// `body` is what the process does, run_group_process(); it returns the exit status.
  using Body = std::function<int(const GroupEnds& ends)>;
  Group(Body body, Bystanders bystanders);
  ~Group();

  /// Runs the scenarios [next, last) of requests; `next` goes up with every answer. `lines`: the requests, whose
  /// scenarios are numbered through. Completed scenarios that a lost process had not reported run again, each with its
  /// own answer, and the scenario after them runs alone. Throws Shortage when the machine refuses a process.
  Stop carry_out(const std::string& lines, const Limits& limits, int& next, int last, const Sink& sink);

  /// Its process id, a child of this process; 0: none.
  pid_t process() const;

  /// Kills the process and all that it forked.
  void end();

private:
  class Process;
  bool start(std::int64_t memory);
  struct Loss {
    Stop kind = Stop::nothing;
    int answers = 0;  // completed scenarios that were not reported
  };
  Loss pass_on(int last, const Limits& limits, int& next, const Sink& sink);
  Loss loss() const;

  Body body_;
  Bystanders bystanders_;
  std::unique_ptr<Process> process_;
};

/// Detects and undoes what a scenario leaves behind in its process: docs/robustness.md lists what is restored, what is
/// found, and what is neither. One at a time, in a process of one thread.
class Leftovers {
public:
  /// Records the state of the process. Throws Shortage or InternalError if the system does not show it.
  Leftovers();

  /// Restores without checking: the floating-point environment, errno, random numbers and handlers of the C and C++
  /// libraries. Resets the peak memory to the current use.
  void put_back() const;

  /// Whether anything else has changed.
  bool found() const;

private:
  std::string present() const;

  Descriptor status_, limits_, marks_;  // files in which the kernel shows the process
  fenv_t floating_point_{};
  std::new_handler refused_ = std::get_new_handler();
  std::terminate_handler terminate_ = std::get_terminate();
  std::string kept_;
};

/// A child of this process that does nothing but wait until it is killed. A signal that ends it wakes it up before
/// kill() returns to the sender, so whether it still sleeps does not depend on the time of the look.
class WaitingProcess {
public:
  /// Throws Shortage or InternalError if the system does not show it.
  explicit WaitingProcess(pid_t process);

  /// If it is awake, waits: it is about to sleep, or to end.
  bool still_waits() const;

private:
  Descriptor state_;  // file in which the kernel shows the process
};

}  // namespace palio
