#pragma once

#include <span>

#include "core/outcome.h"
#include "platforms/model/platform.h"
#include "runners/wire/execution.h"
#include "workloads/model/workload.h"

namespace palio {

/// Metrics of a batch of parallel task graphs (ISPDC 2007, section 5.1) from its planned and its simulated schedule.
/// Work is charged for the simulated execution times of the tasks; communication and holes are not.
/// `dedicated`: makespan of each application alone (s), or empty.
Completed ptg_metrics(const Platform& platform, const Workload& workload, const Schedule& planned,
                      const Execution& execution, std::span<const double> dedicated = {});

}  // namespace palio
