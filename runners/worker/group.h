#pragma once

#include <functional>
#include <memory>
#include <string>

#include "runners/process/child.h"
#include "runners/worker/group_process.h"

namespace palio {

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

  /// `body` is what the process does (runners/worker/group_process.h); it returns the exit status.
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
