#pragma once

#include <string>

#include "runners/wire/execution.h"

namespace palio::test {

/// Executes a schedule in the straightforward way for SimGrid: a star of clusters, each a star of hosts, or one star of
/// all hosts if they share a switch, and a byte matrix between processors for each redistribution. The oracle for
/// simgrid_simulator(), which gives the same loads in fewer entries. All releases at 0. At most once per process.
Execution reference_simulation(const Platform& platform, const Workload& workload, const Schedule& schedule);

/// The same on the platform that SimGrid reads from its own file, which also configures it: processors are hosts p0,
/// p1, ...
Execution reference_simulation_on_file(const std::string& path, std::size_t processors, const Workload& workload,
                                       const Schedule& schedule);

}  // namespace palio::test
