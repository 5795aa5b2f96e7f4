#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "runners/kinds/engine.h"
#include "runners/wire/protocol.h"

namespace palio {

/// An instance and what it took to build it.
struct BuiltInstance {
  std::unique_ptr<KindInstance> content;
  std::string trace = {};  // file that the engine's trace of the scenario goes to; empty: none
  int realization = -1;    // as in the request
  double build_time = 0;   // s of CPU: all that the scenarios share
  StrategySet known = {};  // those of the request, ready to run
};

/// The platform and the workload of the request, by the rows of an engine. Throws what the families throw for a recipe
/// or a definition they refuse.
BuiltInstance build_instance(const RunRequest& request, std::span<const InstanceKind> kinds);

/// The same from what the families made.
BuiltInstance build_instance(AnyPlatform platform, AnyWorkload workload, std::span<const InstanceKind> kinds,
                             const std::string& trace = {});

/// Runs a scenario in this process.
using RunScenario = std::function<ScenarioReply(const BuiltInstance& instance, const Recipe& strategy, Detail detail)>;

/// Schedules, validates, simulates, validates again and measures one scenario in this process, which must not have
/// simulated before if the engine can do so only once. An exception of the strategy or the simulation is a named
/// failure.
ScenarioReply run_scenario(const BuiltInstance& instance, const Recipe& recipe, Detail detail);

/// The same for a strategy that need not be in the table.
ScenarioReply run_strategy(const BuiltInstance& instance, const Strategy& strategy, const Parameters& parameters,
                           Detail detail);

}  // namespace palio
