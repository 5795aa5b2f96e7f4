#pragma once

#include <span>

#include "core/metrics.h"
#include "core/outcome.h"
#include "platforms/model/platform.h"
#include "runners/wire/execution.h"
#include "workloads/model/workload.h"

namespace palio {

/// What a batch of two or more applications makes of their makespans: slowdown and unfairness as in N'Takpe, Suter,
/// RR-6774, section 7 (dedicated / in the batch, so 1 is best); stretch the other way round, as in Casanova, Desprez,
/// Suter, JPDC 70(12), 2010. Without dedicated makespans only the average makespan
/// and the flows.
void add_batch_metrics(std::span<const ApplicationMetrics> applications, MetricValues& metrics);

/// Metrics of a batch of parallel task graphs (ISPDC 2007, section 5.1) from its planned and its simulated schedule.
/// Work is charged for the simulated execution times of the tasks; communication and holes are not.
/// `dedicated`: makespan of each application alone (s), or empty.
Completed ptg_metrics(const Platform& platform, const Workload& workload, const Schedule& planned,
                      const Execution& execution, std::span<const double> dedicated = {});

}  // namespace palio
