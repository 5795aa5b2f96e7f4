#pragma once

#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "platforms/model/any_platform.h"
#include "runners/simgrid/simulation.h"
#include "runners/wire/protocol.h"
#include "workloads/model/any_workload.h"

namespace palio {

/// Of the applications of a batch, each alone on the platform (s); or why there are none.
using DedicatedMakespans = std::variant<std::vector<double>, Failure>;

/// Task graphs on clusters.
struct GraphInstance {
  Platform platform;
  Workload workload;
  std::unique_ptr<Simulator> simulator;  // none where a trace is wanted: its file belongs to the scenario
  std::map<std::string, DedicatedMakespans> dedicated = {};  // by the yardstick's canonical text (references.h)
};

/// Bags of tasks on a star; release dates are those of this platform.
struct BagInstance {
  Star star;
  BagBatch batch;
  std::vector<double> dedicated;                // makespan of each application alone, s
  std::variant<double, Failure> optimum = 0.0;  // least maximum stretch (references.h); or why there is none
};

/// Tasks that share files, on a star.
struct FileInstance {
  Star star;
  SharedFileTasks tasks;
};

/// An instance, built once and shared by the processes of its scenarios.
struct BuiltInstance {
  std::variant<GraphInstance, BagInstance, FileInstance> content;
  std::string trace = {};     // file that SimGrid's trace of the scenario goes to; empty: none
  double simulator_time = 0;  // s of CPU: SimGrid's platform
  double build_time = 0;      // s of CPU: all that the scenarios share
};

/// What a scenario leaves behind beside its metrics.
struct Wanted {
  Detail detail = Detail::metrics;
  std::string trace = {};  // file; empty: none
};

/// Throws what the families throw for a recipe or a definition they refuse.
BuiltInstance build_instance(const RunRequest& request);

/// SimGrid's platform for an instance; once per process.
std::unique_ptr<Simulator> make_simulator(const GraphInstance& instance, const std::string& trace);

/// CPU time of this process, s.
double cpu_clock();

}  // namespace palio
