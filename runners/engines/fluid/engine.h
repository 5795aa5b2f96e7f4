#pragma once

#include <memory>

#include "runners/engines/crew/crew.h"
#include "runners/kinds/engine.h"

namespace palio {

/// The fluid engine (docs/engines.md), which is independent of SimGrid and writes no trace. It simulates as often as
/// wanted, one simulation after the other, each from 0 and independent of the others.
Engine with_fluid();

/// The engine's version changes whenever a date may change.
EngineInfo fluid_engine();

/// Simulates schedules of task graphs without SimGrid but with its dates. A task takes the time of its speed-up on its
/// processors; a redistribution waits for its latency, then takes the time that its share of the links allows.
std::unique_ptr<GraphSimulator> fluid_simulator(const Platform& platform);

/// A crew without SimGrid but with its dates. The network must outlive the crew and not move.
std::unique_ptr<Crew> fluid_crew(const StarNetwork& network, double horizon);

}  // namespace palio
