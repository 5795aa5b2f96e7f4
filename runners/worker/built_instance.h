#pragma once

#include <memory>

#include "runners/protocol.h"
#include "runners/simgrid/simulation.h"

namespace palio {

/// An instance, built once and shared by the processes of its scenarios.
struct BuiltInstance {
  Platform platform;
  Workload workload;
  std::unique_ptr<Simulator> simulator;
  double simulator_time = 0;  // s of CPU: SimGrid's platform
  double build_time = 0;      // s of CPU: all of it
};

/// Throws what the families throw for a recipe or a definition they refuse.
BuiltInstance build_instance(const RunRequest& request);

/// CPU time of this process, s.
double cpu_clock();

}  // namespace palio
