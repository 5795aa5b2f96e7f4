#pragma once

#include <memory>

#include "tests/bench/engines/bare_loop/schedules.h"

namespace palio::bench {

/// A platform in SimGrid and the schedules that are simulated on it one after the other, with S4U alone: no process per
/// scenario, no validation, no metrics. The clock goes on from one schedule to the next, and from one object to the
/// next: SimGrid 3.32 does not set it back. The work is the same. One object at a time.
class BareSimulation {
public:
  explicit BareSimulation(const Platform& platform);
  ~BareSimulation();
  BareSimulation(const BareSimulation&) = delete;
  BareSimulation& operator=(const BareSimulation&) = delete;

  /// Last finish minus first start, s.
  double makespan(const Workload& workload, const Schedule& schedule);

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace palio::bench
