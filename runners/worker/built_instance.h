#pragma once

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "runners/protocol.h"
#include "runners/simgrid/simulation.h"

namespace palio {

/// Of the applications of a batch, each alone on the platform (s); or why there are none.
using DedicatedMakespans = std::variant<std::vector<double>, Failure>;

/// An instance, built once and shared by the processes of its scenarios.
struct BuiltInstance {
  Platform platform;
  Workload workload;
  std::unique_ptr<Simulator> simulator;
  double simulator_time = 0;                                 // s of CPU: SimGrid's platform
  double build_time = 0;                                     // s of CPU: all that the scenarios share
  std::map<std::string, DedicatedMakespans> dedicated = {};  // by the yardstick's canonical text (dedicated.h)
};

/// Throws what the families throw for a recipe or a definition they refuse.
BuiltInstance build_instance(const RunRequest& request);

/// CPU time of this process, s.
double cpu_clock();

}  // namespace palio
