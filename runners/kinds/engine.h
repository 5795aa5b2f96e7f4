#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "runners/kinds/kind_instance.h"
#include "runners/wire/execution.h"

namespace palio {

/// How often an engine simulates in one process.
enum class Simulates { once, often };

/// What carries out schedules. A worker program has one.
struct Engine {
  EngineInfo info;
  std::span<const InstanceKind> kinds;  // of application that it carries out
  Simulates simulates = Simulates::once;
  /// Reads a platform file of SimGrid, at most once per process, as a "palio-platform" document
  /// (runners/engines/simgrid/platform/platform_reading.h); null: the engine does not.
  std::string (*read_platform)(const std::string& xml, const std::string& place) = nullptr;
};

/// Carries out schedules of task graphs on one platform.
class GraphSimulator {
public:
  GraphSimulator() = default;
  virtual ~GraphSimulator() = default;
  GraphSimulator(const GraphSimulator&) = delete;
  GraphSimulator& operator=(const GraphSimulator&) = delete;

  /// Executes a valid schedule. Tasks that share a processor keep its order, dates follow from the contention. Throws
  /// Deadlock when something never finished.
  virtual Execution run(const Workload& workload, const Schedule& schedule) = 0;
};

}  // namespace palio
