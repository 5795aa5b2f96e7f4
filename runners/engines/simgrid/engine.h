#pragma once

#include <memory>
#include <string>

#include "runners/engines/crew/crew.h"
#include "runners/kinds/engine.h"

namespace palio {

/// SimGrid, one simulation per process: a second Engine gives wrong dates. To simulate several times on one platform,
/// fork a process for each. `trace`: the file of SimGrid's trace; empty: none.
Engine with_simgrid();

EngineInfo simgrid_engine();

/// SimGrid's Engine with a platform in it, ready for one run() with the ptask_L07 host model: a task is a parallel task
/// on its processors, a redistribution is one on the links it crosses (runners/engines/translation/link_loads.h).
/// `dates`: the most different dates before which something of a schedule must not start. The trace has a state "task"
/// on each processor.
std::unique_ptr<GraphSimulator> simgrid_simulator(const Platform& platform, int dates, const std::string& trace = {});

/// Crews of SimGrid's actors, in the process's only Engine.
MakeCrew simgrid_crew(const std::string& trace = {});

}  // namespace palio
