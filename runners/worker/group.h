#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "core/identity/digest.h"
#include "runners/kinds/engine.h"
#include "runners/kinds/scenario.h"
#include "runners/process/child.h"

namespace palio {

// What is said over the socket between a worker and the process of its group. The texts lie in a file of memory that
// both have open: first that of the request, then in its place those of the answers, one behind the other.

/// To the process: carry out these strategies of a request.
struct GroupJob {
  std::size_t text = 0;     // byte
  int first = 0, last = 0;  // without the latter
};

/// From the process: the instance is there, and then once for each scenario that it completed. It ends without a word
/// where anything else happens.
struct GroupWord {
  std::size_t place = 0;   // of the text, byte
  std::size_t text = 0;    // byte; of the instance none
  Digest digest = {};      // of the text, marked
  double cpu_time = 0;     // s, of the process so far and of what it has waited for
  double shared_time = 0;  // s, the scenario's share of the instance
  double peak_memory = 0;  // byte, since the word before
  bool last = false;       // it ends now
};

/// A process ends after so many scenarios, or after the scenario in which it becomes too old, so that leaks stay
/// bounded.
constexpr int k_most_in_group = 1000;
constexpr double k_oldest_group = 10;  // s

/// What the process of a group has of the conversation.
struct GroupEnds {
  int socket, texts;
  Digest mark;  // of what it says: what a scenario writes to the socket or the texts is not believed
};

/// Carries out what it is asked for, in this very process, until the other end of the socket is closed. Returns the
/// exit status.
int run_group_process(const GroupEnds& ends, const Engine& engine, const RunScenario& run);

/// One process that carries out many scenarios, one after the other, also of several requests. It is believed only what
/// completed within its limits: whatever else happens, it is ended, and the scenario must be carried out again in a
/// process of its own (runners/worker/isolation.h), where it fails by its own doing, or not at all.
class Group {
public:
  /// What a scenario that completed has to say.
  struct Answer {
    std::string reply;
    double total_time;   // s
    double peak_memory;  // byte
  };
  using Sink = std::function<void(int strategy, const Answer& answer)>;

  /// Why it stopped before the end of a request. scenario: the next one must be carried out alone; instance: all that
  /// are left.
  enum class Stop { nothing, scenario, instance, orphaned };

  /// `body` is what the process does, run_group_process(); it returns the exit status.
  using Body = std::function<int(const GroupEnds& ends)>;
  Group(Body body, Bystanders bystanders);
  ~Group();
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  /// The strategies of a request from `next` to `last`, without the latter; `next` goes up with every answer. `line` is
  /// the request's text. Throws Shortage when the machine refuses a process.
  Stop carry_out(const std::string& line, const Limits& limits, int& next, int last, const Sink& sink);

  /// The child of this process that it is; 0: there is none.
  pid_t process() const;

  /// Nothing of the process is left then.
  void end();

private:
  class Process;
  bool start(std::int64_t memory);
  Stop pass_on(int last, const Limits& limits, int& next, const Sink& sink);
  Stop ended(Stop stop);

  Body body_;
  Bystanders bystanders_;
  std::unique_ptr<Process> process_;
};

}  // namespace palio
