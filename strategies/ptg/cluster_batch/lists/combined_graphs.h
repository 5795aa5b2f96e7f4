#pragma once

#include "strategies/ptg/graph_method.h"

namespace palio {

/// In which order the tasks of combined graphs are mapped: compositions C1 to C3 of Zhao, Sakellariou (IPDPS 2006).
enum class Composition {
  common_ends,  // C1: one graph with one entry and one end; by decreasing bottom level
  level_based,  // C2: level by level
  alternating   // C3: the graphs in turns
};

/// The graphs of a batch joined under one virtual entry and one virtual end, allocated as one graph on the whole
/// cluster, mapped from one list and backfilled (Casanova, Desprez, Suter, JPDC 70(12), 2010, "combining the graphs").
/// Virtual tasks take no time, no processors and no part in the number of tasks. Decided on anew as graphs come and go
/// (strategies/ptg/online/decisions.h). Parameters: allocation, area_divisor.
SchedulingResult schedule_combined(const Platform& platform, const Workload& workload, const Parameters& parameters,
                                   Composition composition);

}  // namespace palio
