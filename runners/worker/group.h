#pragma once

#include <functional>
#include <memory>
#include <string>

#include "runners/process/child.h"
#include "runners/wire/protocol.h"

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
  using Body = std::function<int(int socket, int texts)>;
  Group(Body body, Bystanders bystanders);
  ~Group();
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;

  /// The strategies of a request from `next` on, which goes up with every answer. `line` is the request's text. Throws
  /// Shortage when the machine refuses a process.
  Stop carry_out(const std::string& line, const RunRequest& request, const Limits& limits, int& next, const Sink& sink);

  /// Nothing of the process is left then.
  void end();

private:
  class Process;
  bool start(std::int64_t memory);
  Stop pass_on(int count, const Limits& limits, int& next, const Sink& sink);
  Stop ended(Stop stop);

  Body body_;
  Bystanders bystanders_;
  std::unique_ptr<Process> process_;
};

}  // namespace palio
