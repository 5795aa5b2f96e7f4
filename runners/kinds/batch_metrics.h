#pragma once

#include <span>

#include "core/metrics.h"
#include "core/outcome.h"

namespace palio {

/// What a batch of two or more applications makes of their makespans: slowdown and unfairness as in N'Takpe, Suter,
/// RR-6774, section 7 (dedicated / in the batch, so 1 is best); stretch the other way round, as in Casanova, Desprez,
/// Suter, JPDC 70(12), 2010. Without dedicated makespans only the average makespan
/// and the flows.
void add_batch_metrics(std::span<const ApplicationMetrics> applications, MetricValues& metrics);

}  // namespace palio
