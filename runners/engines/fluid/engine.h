#pragma once

#include <memory>

#include "runners/engines/crew/crew.h"
#include "runners/kinds/engine.h"

namespace palio {

/// The fluid engine (docs/engines.md), which knows nothing of SimGrid and writes no trace. Simulates as often as
/// wanted, one after the other; each simulation starts at 0 and knows nothing of the others.
Engine with_fluid();

/// Its version changes when any date may.
EngineInfo fluid_engine();

/// Carries out schedules of task graphs without SimGrid, to the same dates. A task takes the time of its speed-up on
/// its processors, a redistribution its latency and then what its share of the links allows.
std::unique_ptr<GraphSimulator> fluid_simulator(const Platform& platform);

/// A crew without SimGrid, to the same dates. The network must stay where it is.
std::unique_ptr<Crew> fluid_crew(const StarNetwork& network, double horizon);

}  // namespace palio
