#pragma once

#include <memory>

#include "runners/wire/execution.h"

namespace palio {

/// Its version changes when any date may.
EngineInfo fluid_engine();

/// Carries out schedules of task graphs without SimGrid, to the same dates (docs/engines.md). Simulates as often as
/// wanted, one after the other; each simulation starts at 0 and knows nothing of the others. One thread.
class FluidSimulator {
public:
  explicit FluidSimulator(const Platform& platform);
  ~FluidSimulator();
  FluidSimulator(const FluidSimulator&) = delete;
  FluidSimulator& operator=(const FluidSimulator&) = delete;

  /// Executes a valid schedule: a task takes the time of its speed-up on its processors, a redistribution its latency
  /// and then what its share of the links allows. Tasks that share a processor keep the schedule's order, dates follow
  /// from the contention. Throws Deadlock when something never finished.
  Execution run(const Workload& workload, const Schedule& schedule);

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace palio
