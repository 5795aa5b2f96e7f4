#pragma once

#include <string>

#include "runners/wire/execution.h"

namespace palio::test {

/// Executes a schedule as one would write it down for SimGrid: a star of clusters, each a star of hosts, or one star of
/// all hosts where they share a switch, and a byte matrix between processors for each redistribution. The oracle for
/// simgrid_simulator(), which states the same loads in fewer entries. All releases at 0. At most once per process.
Execution reference_simulation(const Platform& platform, const Workload& workload, const Schedule& schedule);

/// The same on the platform that SimGrid reads from a file of its own, which also says how it is configured: processors
/// are hosts p0, p1, ...
Execution reference_simulation_on_file(const std::string& path, std::size_t processors, const Workload& workload,
                                       const Schedule& schedule);

}  // namespace palio::test
