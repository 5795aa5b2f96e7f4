#pragma once

#include <unistd.h>

#include <stdexcept>

#include "runners/engines/simgrid/engine.h"
#include "runners/kinds/instances.h"
#include "runners/wire/protocol.h"
#include "runners/worker/isolation.h"

namespace palio::test {

/// Calls `simulate`, which returns an Execution, in a child of its own, as SimGrid needs it. Throws std::runtime_error
/// with the failure's message.
template <class Simulate>
Execution run_isolated(const Schedule& schedule, Simulate simulate) {
  Isolation isolation(STDOUT_FILENO);
  const ChildReport report = isolation.run(
      [&] {
        Completed completed;
        completed.metrics["makespan"] = 1;  // the protocol asks for one
        try {
          return encode(ScenarioReply{completed, 0, 0, GraphSchedule{schedule, simulate()}});
        } catch (const Deadlock& error) {
          return encode(ScenarioReply{Failure{FailureKind::deadlock, 0, error.what(), {}}, 0, 0, std::nullopt});
        }
      },
      {.cpu_time = 60});
  if (const auto* failure = std::get_if<Failure>(&report.answer))
    throw std::runtime_error(failure->message + '\n' + failure->stderr_tail);
  ReplyLine line = decode_reply(encode_result(1, 0, std::get<std::string>(report.answer), 0, 0));
  auto& result = std::get<ResultLine>(line);
  if (const auto* failure = std::get_if<Failure>(&result.result.outcome)) throw std::runtime_error(failure->message);
  return as<GraphSchedule>(*result.detail).execution;
}

inline Execution simulate_isolated(const Platform& platform, const Workload& workload, const Schedule& schedule) {
  return run_isolated(schedule,
                      [&] { return simgrid_simulator(platform, most_dates(workload))->run(workload, schedule); });
}

}  // namespace palio::test
