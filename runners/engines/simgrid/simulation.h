#pragma once

#include <memory>
#include <string>

#include "runners/wire/execution.h"

namespace palio {

EngineInfo simgrid_engine();

/// SimGrid's Engine with a platform in it, ready for one simulation with the ptask_L07 host model. At most one per
/// process, and one run(): a second Engine gives wrong dates. To simulate several schedules on the same platform, fork
/// a process for each from the one that holds the Simulator.
class Simulator {
public:
  /// `applications`: how many a workload has at most. `trace`: the file that SimGrid's trace goes to, with a state
  /// "task" on each processor; empty: none.
  Simulator(const Platform& platform, int applications, const std::string& trace = {});
  ~Simulator();
  Simulator(const Simulator&) = delete;
  Simulator& operator=(const Simulator&) = delete;

  /// Executes a valid schedule: a task is a parallel task on its processors, a redistribution one on the links it
  /// crosses (runners/engines/translation/link_loads.h). Tasks that share a processor keep the schedule's order, dates
  /// follow from the contention. Throws Deadlock when something never finished.
  Execution run(const Workload& workload, const Schedule& schedule);

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace palio
